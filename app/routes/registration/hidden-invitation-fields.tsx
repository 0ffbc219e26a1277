/**
 * Hidden fields with the form's invitation, without a signature. The server reads them if the form's token is no longer
 * valid (docs/decisions/forms.md).
 */
export function HiddenInvitationFields({
  code,
  validityTimestamp,
}: {
  code: string;
  validityTimestamp: string;
}) {
  return (
    <>
      <input type="hidden" name="rc" value={code} />
      {validityTimestamp && <input type="hidden" name="vt" value={validityTimestamp} />}
    </>
  );
}
