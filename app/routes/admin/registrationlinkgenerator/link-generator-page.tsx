import { ErrorSummary } from "~/ui/components/error-summary";
import { TextField } from "~/ui/components/field";
import { FormLanguages } from "~/ui/components/form-languages";
import { useSite } from "~/ui/components/site";
import { StaticHtml } from "~/ui/components/static-html";
import { ToolStyles } from "~/ui/components/styles";
import { createFieldMessage, type AdminRefusal, createRefusalEntries } from "~/routes/admin/admin-problems";
import { ToolFooter } from "~/routes/admin/tool-footer.static";
import { QrCode, type QrCodeData } from "~/ui/components/qr-code";
import { LinkAddresses } from "~/routes/admin/link-addresses";

interface ShownLink {
  code: string;
  /** The link's path and query, without the language prefix. */
  path: string;
  lastDay: string;
  /** The headline of the page that the link opens. */
  headline: string;
  qr: QrCodeData;
}

/** The links that the administrator has created on this page, newest first. */
interface ShownLinks {
  /** The public origin and base path of the site. */
  site: string;
  links: readonly ShownLink[];
}

interface LinkListProps extends ShownLinks {
  shareCard: ShareCard;
  /** True if the last submission has created the newest link. */
  isNew: boolean;
}

/** Shows the newest registration link expanded, directly after the form. Older links are collapsed. */
function LinkList({ site, links, shareCard, isNew }: LinkListProps) {
  const { t } = useSite();
  const [newest, ...olderLinks] = links;
  if (!newest) return null;
  return (
    <section className="stack" aria-labelledby="made-links">
      <h2 id="made-links">{isNew ? t("admin:linkGenerator.result") : t("admin:linkGenerator.links")}</h2>
      <div>
        <div className="made">
          <p className="made-name">
            <LinkName {...newest} />
          </p>
          <LinkDetails id="link-1" link={newest} site={site} shareCard={shareCard} isNew={isNew} />
        </div>
        {olderLinks.map((link, index) => (
          <details key={link.path} className="made">
            <summary className="made-name">
              <LinkName {...link} />
            </summary>
            <LinkDetails
              id={`link-${index + 2}`}
              link={link}
              site={site}
              shareCard={shareCard}
              isNew={false}
            />
          </details>
        ))}
      </div>
      <p className="quiet">{t("admin:linkGenerator.keptHere")}</p>
    </section>
  );
}

function LinkName({ code, headline }: ShownLink) {
  return (
    <>
      <strong className="made-code">{code}</strong> <span className="quiet">{headline}</span>
    </>
  );
}

interface LinkDetailsProps {
  id: string;
  link: ShownLink;
  site: string;
  shareCard: ShareCard;
  isNew: boolean;
}

/** Shows everything about a link that an administrator can copy: its URLs, its QR code and its preview. */
function LinkDetails({ id, link, site, shareCard, isNew }: LinkDetailsProps) {
  const { t } = useSite();
  const { code, path, lastDay, headline, qr } = link;
  const label = t("admin:linkGenerator.linkLabel", { code });
  return (
    <div className="made-parts stack">
      <LinkAddresses id={id} label={label} hint={lastDay} siteUrl={site} path={path} isNew={isNew} />
      <div className="made-looks">
        <QrCode code={qr} fileName={`qr-${code}`} />
        <LinkPreview shareCard={shareCard} headline={headline} />
      </div>
    </div>
  );
}

export interface LinkFormReply {
  /** The text to show in the code field; empty after a link was created. */
  typed: string;
  /** The reason why no link was created; undefined after a success. */
  refusal?: AdminRefusal | undefined;
  list: ShownLinks & { sealed: string };
}

interface LinkGeneratorPageProps {
  formToken: string;
  typedCode: string | undefined;
  shareCard: ShareCard;
  actionData: LinkFormReply | undefined;
}

/**
 * The page that creates a registration link from a code. The server does not store the created links. At first the code
 * field has the focus, after a success the new link, after a refusal the error summary.
 */
export function LinkGeneratorPage({ formToken, typedCode, shareCard, actionData }: LinkGeneratorPageProps) {
  const { t, href } = useSite();
  const refusal = actionData?.refusal;
  return (
    <div className="stack">
      <ToolStyles />
      <ErrorSummary entries={createRefusalEntries(t, refusal)} />
      <h1>{t("admin:linkGenerator.heading")}</h1>
      <form
        id="main-form"
        className="stack"
        method="post"
        noValidate
        action={href("/admin/registrationlinkgenerator")}
      >
        <input type="hidden" name="formToken" value={formToken} />
        {actionData && <input type="hidden" name="madeLinks" value={actionData.list.sealed} />}
        <TextField
          id="registrationCode"
          name="registrationCode"
          label={t("admin:linkGenerator.codeLabel")}
          error={createFieldMessage(t, refusal, "registrationCode")}
          defaultValue={actionData?.typed ?? typedCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          required
          // If the field already contains a code, it gets no focus: typed or pasted text would be appended to that
          // code.
          autoFocus={!actionData && !typedCode}
        />
        <button type="submit" className="button">
          {t("admin:linkGenerator.button")}
        </button>
        <FormLanguages />
      </form>
      {actionData && (
        <LinkList
          site={actionData.list.site}
          links={actionData.list.links}
          shareCard={shareCard}
          isNew={refusal === undefined}
        />
      )}
      <StaticHtml>
        <ToolFooter otherTool="splitgenerator" />
      </StaticHtml>
    </div>
  );
}

/** The texts of the preview card that other sites and apps show for a link (page-meta.ts). */
interface ShareCard {
  title: string;
  description: string;
  imageAlt: string;
}

interface LinkPreviewProps {
  shareCard: ShareCard;
  /** The headline of the linked page, with the inviter's name. */
  headline: string;
}

/** Shows how a link looks to visitors: its preview card on other sites, and the headline of the linked page. */
function LinkPreview({ shareCard, headline }: LinkPreviewProps) {
  const { t, base, brand, locale } = useSite();
  return (
    <div className="preview">
      <h3>{t("admin:preview.heading")}</h3>
      <figure className="share-card">
        <img
          src={`${base}/share/${locale}.jpg`}
          alt={shareCard.imageAlt}
          width={1200}
          height={630}
          loading="lazy"
        />
        <figcaption>
          <span className="quiet">{brand}</span>
          <strong>{shareCard.title}</strong>
          <span className="quiet">{shareCard.description}</span>
        </figcaption>
      </figure>
      <p className="quiet">{t("admin:preview.page")}</p>
      <p className="display preview-headline">{headline}</p>
    </div>
  );
}
