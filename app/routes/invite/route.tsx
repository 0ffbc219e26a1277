import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requestContext, type RequestContext } from "~/request/context.server";
import { isAdmin, requireMember } from "~/request/guards.server";
import { pageData, translateFor } from "~/request/page-data.server";
import { seeOther } from "~/request/replies.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { StaticHtml } from "~/ui/components/static-html";
import { ToolStyles } from "~/ui/components/styles";
import { useSite } from "~/ui/components/site";
import { cityName, stores } from "~/domain/stores";
import { listIn } from "~/i18n/locales";
import { PassItOn, type PersonalInvitation } from "./pass-it-on";
import { pageMeta } from "~/ui/components/page-meta";
import type { Viewer } from "~/acq/operations/viewer.server";
import { qrCodeOf } from "~/request/qr-code.server";
import { linkedCode, siteUrl } from "~/request/urls.server";

export const handle: PageHandle = {
  layout: "black-inclined-lines",
  i18n: ["sharing"],
  login: false,
};

export const meta = pageMeta;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const app = requestContext(context, request);
  const member = await requireMember(app);
  const { invitation, vipStatus } = member;
  // This is where sign-in leads to: who invites nobody, but makes links, is to find something there.
  if (!invitation && isAdmin(member)) return seeOther(app, "/admin/registrationlinkgenerator");
  const canInvite = invitation !== null && freePlaces(invitation) > 0;
  return {
    page: pageData(app, "account:invite.title", "account:invite.description"),
    vipStatus,
    invitation,
    personal: canInvite ? await personalInvitation(app, member, invitation.registrationCode) : undefined,
  };
}

export default function Invite() {
  const { vipStatus, invitation, personal } = useLoaderData<typeof loader>();
  return <InvitePage vipStatus={vipStatus} invitation={invitation} personal={personal} />;
}

/** The personal link of a member's code, and the words that it is sent with. */
async function personalInvitation(
  context: RequestContext,
  { firstName }: Pick<Viewer, "firstName">,
  registrationCode: string,
): Promise<PersonalInvitation> {
  // Unprefixed: it opens in the friend's language. The campaign's headline names the inviter.
  const link = `${siteUrl(context)}/viral?${new URLSearchParams({ rc: linkedCode(registrationCode) }).toString()}`;
  const t = translateFor(context);
  return {
    link,
    qrCode: await qrCodeOf(link),
    subject: t("account:letter.subject"),
    letter: t("account:letter.body", { link, name: firstName }),
    message: t("account:letter.message"),
  };
}

/** The fate of the invitations, in numbers. */
function Invitations({ places }: { places: Places }) {
  const { t } = useSite();
  const counts = [
    { label: t("account:invite.free"), count: freePlaces(places) },
    { label: t("account:invite.pending"), count: places.pending },
    { label: t("account:invite.joined"), count: places.joined },
  ];
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="visually-hidden">
        {t("account:invite.invitations")}
      </h2>
      <dl className="figures">
        {counts.map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Called the same in every language. */
const vipNames = { SILVER: "Silver", GOLD: "Gold", DIAMOND: "Diamond" } as const;

interface InviteTopProps {
  vipStatus: keyof typeof vipNames | null;
  invitation: Places | null;
  canInvite: boolean;
}

function InviteTop({ vipStatus, invitation, canInvite }: InviteTopProps) {
  const { t } = useSite();
  return (
    <div className="stack">
      {vipStatus && <p className="eyebrow">{t("account:invite.vip", { status: vipNames[vipStatus] })}</p>}
      <h1>{canInvite ? t("account:invite.heading") : t("account:invite.none.heading")}</h1>
      <p className="lead">{canInvite ? t("account:invite.lead") : t(whyNone(invitation))}</p>
    </div>
  );
}

/** A pending place can come back: it waits to be activated, and not for ever. */
function whyNone(invitation: Places | null) {
  if (invitation && invitation.balance > 0) return "account:invite.none.waiting";
  return "account:invite.none.used";
}

/** The gains of an invitation, for both (docs/product.md#purpose). */
function Gains() {
  const { t, locale } = useSite();
  const names = stores.map((store) => cityName(store, locale));
  return (
    <div className="gains">
      <section className="stack" aria-labelledby="friend-gains">
        <h2 id="friend-gains">{t("account:friend.heading")}</h2>
        <ul>
          <li>{t("account:friend.firstOrder")}</li>
          <li>{t("account:friend.discount")}</li>
          <li>{t("account:friend.membership")}</li>
        </ul>
      </section>
      <section className="stack" aria-labelledby="member-gains">
        <h2 id="member-gains">{t("account:member.heading")}</h2>
        <ul>
          <li>{t("account:member.offers")}</li>
          <li>{t("account:member.stores", { cities: listIn(locale, names) })}</li>
        </ul>
      </section>
    </div>
  );
}

interface InvitePageProps {
  vipStatus: "SILVER" | "GOLD" | "DIAMOND" | null;
  invitation: (Places & { registrationCode: string }) | null;
  /** Undefined while a link would open nothing. */
  personal: PersonalInvitation | undefined;
}

/** A member's own invitation: what it looks like to pass it on, what became of it, and what it is good for. */
function InvitePage({ vipStatus, invitation, personal }: InvitePageProps) {
  return (
    <div className="invite">
      <ToolStyles />
      <StaticHtml>
        {import.meta.env.SSR && (
          <InviteTop vipStatus={vipStatus} invitation={invitation} canInvite={personal !== undefined} />
        )}
      </StaticHtml>
      {personal && invitation && <PassItOn personal={personal} code={invitation.registrationCode} />}
      <StaticHtml>
        {import.meta.env.SSR && (
          <>
            {invitation && <Invitations places={invitation} />}
            <Gains />
          </>
        )}
      </StaticHtml>
    </div>
  );
}

/** How a member's invitations stand, as acq tells it. */
interface Places {
  /** Registrations that the code still has; those that are pending hold their place of them. */
  balance: number;
  pending: number;
  joined: number;
}

/** How many friends can still come in: acq refuses a code whose pending registrations take all that is left. */
function freePlaces({ balance, pending }: Places): number {
  return Math.max(0, balance - pending);
}
