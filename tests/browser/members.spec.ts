import { expect, test } from "./fixtures";
import { signIn } from "./members";
import { expectPageTitle, locateHeading, createVariant } from "./registration";

const variant = createVariant("it");
const { t } = variant;

test("administrator reaches the requested page through login", async ({ page, site }) => {
  await page.goto(site.url("/it/admin/registrationlinkgenerator"));
  await signIn(page, t, "admin@example.com");
  await expect(page).toHaveURL(site.url("/it/admin/registrationlinkgenerator"));
  await expectPageTitle(page, variant, t("admin:linkGenerator.title"));

  await page.getByLabel(t("admin:linkGenerator.codeLabel"), { exact: true }).fill("NEEDSVT");
  await page.getByRole("button", { name: t("admin:linkGenerator.button") }).click();
  const invitationLink = await page
    .getByLabel(t("admin:linkGenerator.linkLabel", { code: "NEEDSVT" }), { exact: true })
    .inputValue();
  await page.goto(invitationLink);
  await expect(locateHeading(page, t("registration:form.headingInvited", { inviter: "Lena" }))).toBeVisible();

  await page.goto(site.url("/it/admin/splitgenerator"));
  await expectPageTitle(page, variant, t("admin:splitGenerator.title"));

  await page.getByRole("link", { name: t("admin:linkGenerator.heading") }).click();
  await page.getByRole("button", { name: t("frame:header.logout") }).click();
  await expect(page).toHaveURL(site.url("/it"));
  await page.goto(site.url("/it/admin/splitgenerator"));
  await expectPageTitle(page, variant, t("account:login.title"));
});

test("member can open the invitations page, but gets 404 for administration pages", async ({
  page,
  site,
  allowPageError,
}) => {
  allowPageError(/404 \(Not Found/);
  await page.goto(site.url("/it/invite"));
  await signIn(page, t, "member@example.com");
  await expectPageTitle(page, variant, t("account:invite.title"));
  await expect(page.getByText("VIP2026", { exact: true })).toBeVisible();
  for (const path of ["/it/admin/registrationlinkgenerator", "/it/admin/splitgenerator"]) {
    const response = await page.goto(site.url(path));
    expect(response?.status()).toBe(404);
    await expectPageTitle(page, variant, t("errors:notFound.title"));
  }
  await page.goto(site.url("/it"));
  const invitationsLink = page.getByRole("link", { name: t("registration:form.memberLink") });
  await invitationsLink.click();
  await expectPageTitle(page, variant, t("account:invite.title"));
  await page.getByRole("button", { name: t("frame:header.logout") }).click();
  await expect(page).toHaveURL(site.url("/it"));
  await expect(page.getByRole("status").getByText(t("account:logout.done"))).toBeVisible();
  await page.goto(site.url("/it/invite"));
  await expectPageTitle(page, variant, t("account:login.title"));
  await page.goto(site.url("/it"));
  await expect(invitationsLink).toHaveCount(0);
});
