/** The invitation of a form, for when its token can no longer be read (docs/decisions/forms.md). */
export function PlainInvitation({ code, validityTimestamp }: { code: string; validityTimestamp: string }) {
  return (
    <>
      <input type="hidden" name="rc" value={code} />
      {validityTimestamp && <input type="hidden" name="vt" value={validityTimestamp} />}
    </>
  );
}
