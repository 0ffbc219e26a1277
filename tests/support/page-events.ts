import * as z from "zod";

const eventSchema = z.object({ event: z.string() }).catchall(z.union([z.string(), z.number()]));
const blockSchema = z.object({ analytics: z.object({ events: z.array(eventSchema) }) });

export type RenderedEvent = z.infer<typeof eventSchema>;

/** Returns the events in a document's data block; none for a document without scripts. */
export function pageEventsIn(html: string): RenderedEvent[] {
  const [, block] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html) ?? [];
  return block ? blockSchema.parse(JSON.parse(block)).analytics.events : [];
}
