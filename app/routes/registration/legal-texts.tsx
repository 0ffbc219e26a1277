import { type ReactNode, useState } from "react";
import { CheckboxField } from "~/ui/components/field";
import { useSite } from "~/ui/components/site";
import type { OfferedCountry } from "~/domain/registration/registration.schema";

/**
 * A sentence with links inside: `<terms>…</terms>` in the text becomes what `tags.terms` makes of its content.
 * Text outside known tags is printed as it is.
 */
function TaggedText({ text, tags }: { text: string; tags: Record<string, (content: string) => ReactNode> }) {
  const parts = text.split(/<(\w+)>([^<]*)<\/\1>/);
  const nodes: ReactNode[] = [];
  for (let index = 0; index < parts.length; index += 3) {
    nodes.push(parts[index]);
    const [tag, content] = [parts[index + 1], parts[index + 2]];
    if (tag !== undefined && content !== undefined)
      nodes.push(<span key={tag}>{tags[tag]?.(content) ?? content}</span>);
  }
  return <>{nodes}</>;
}

interface LegalTextsProps {
  countries: readonly OfferedCountry[];
  /** The chosen country, "" for none: then the first one's texts are shown. */
  country: string;
  field: { id: string; name: string; error: string | undefined; required: boolean };
  agreed: boolean;
}

/**
 * The agreement with the texts of the chosen country; the form says which ones it showed
 * (docs/product.md#registration).
 */
export function LegalTexts({ countries, country, field, agreed }: LegalTextsProps) {
  const { t } = useSite();
  const shown = countries.find(({ isoCode }) => isoCode === country) ?? countries[0];
  const texts = shown && `${shown.termsPkString} ${shown.dataPolicyPkString}`;
  const [agreedTexts] = useState(agreed ? texts : undefined);
  if (!shown) return null;
  const label = (
    <TaggedText
      text={t("registration:agreement.label")}
      tags={{
        terms: (content) => <LegalLink url={shown.termsUrl}>{content}</LegalLink>,
        privacy: (content) => <LegalLink url={shown.privacyUrl}>{content}</LegalLink>,
      }}
    />
  );
  return (
    <>
      <input type="hidden" name="termsPkString" value={shown.termsPkString} />
      <input type="hidden" name="dataPolicyPkString" value={shown.dataPolicyPkString} />
      {/* Another country's texts are agreed to anew. */}
      <CheckboxField key={texts} {...field} label={label} defaultChecked={agreedTexts === texts} />
    </>
  );
}

/** In a window of its own, so that what was typed stays. */
function LegalLink({ url, children }: { url: string; children: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
