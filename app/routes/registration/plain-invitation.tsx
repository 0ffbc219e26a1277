/** The invitation of a form in plain fields, for use if its token is no longer valid (docs/decisions/forms.md). */
export function PlainInvitation({ code, validityTimestamp }: { code: string; validityTimestamp: string }) {
  return (
    <>
      <input type="hidden" name="rc" value={code} />
      {validityTimestamp && <input type="hidden" name="vt" value={validityTimestamp} />}
    </>
  );
}
