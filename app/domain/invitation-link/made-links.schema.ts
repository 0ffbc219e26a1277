import * as z from "zod";

/** A registration link that an administrator made on this visit. */
const madeLinkSchema = z.object({
  code: z.string(),
  validityTimestamp: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  /** Whose invitation it is, as its visitor will read. */
  inviter: z.string().nullable(),
});
export type MadeLink = z.infer<typeof madeLinkSchema>;

/** The links of a visit, the newest first. */
export const madeLinksSchema = z.object({ links: z.array(madeLinkSchema) });
