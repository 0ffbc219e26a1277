import { subscribeToNothing } from "./use-hydrated";
import { useEffect, useSyncExternalStore } from "react";
import { isRegistrationCode } from "~/domain/registration/link-values";

/**
 * The data that a page saves in the browser's storage. docs/product/cookies-and-events.md#cookies-and-storage lists it.
 */
interface StoredVisit {
  /** A valid code, or the code of a visitor from a forbidden site (on the referrer blocklist). */
  registrationCode?: string | undefined;
  /** The host of the forbidden site (on the referrer blocklist) from which the visitor came. */
  fref?: string | undefined;
}

/**
 * Saves the code and the forbidden referrer in the browser's storage. If saving fails (private mode, full, forbidden),
 * nothing happens.
 */
export function useStoreVisit({ registrationCode, fref }: StoredVisit): void {
  useEffect(() => {
    storeVisit({ registrationCode, fref });
  }, [registrationCode, fref]);
}

/** Deletes the stored code and referrer after a registration, so that a used code is not offered again. */
export function useForgetVisit(): void {
  useEffect(forgetVisit, []);
}

function forgetVisit(): void {
  try {
    localStorage.removeItem("rc");
    localStorage.removeItem("fref");
  } catch {
    // A browser that forbids access to the storage has not saved anything either.
  }
}

/**
 * Fills in the code of an earlier visit if the code field is empty and not focused.
 *
 * @param isHelpful - false if the page asks for another code
 */
export function useStoredCode(isHelpful = true): void {
  useEffect(() => {
    if (!isHelpful) return;
    const field = document.getElementById("registrationCode");
    if (!(field instanceof HTMLInputElement) || field === document.activeElement) return;
    if (field.value === "") field.value = readStoredCode() ?? "";
  }, [isHelpful]);
}

export function storeVisit({ registrationCode, fref }: StoredVisit): void {
  try {
    if (registrationCode) localStorage.setItem("rc", registrationCode);
    // Does not replace a forbidden referrer that is already stored by a later one.
    if (fref && !localStorage.getItem("fref")) localStorage.setItem("fref", fref);
  } catch {
    // Without this storage, the draft still keeps the code and the referrer for 72 hours.
  }
}

/** Returns the stored forbidden referrer, for forms without a draft; undefined before hydration. */
export function useStoredReferrer(): string | undefined {
  return useSyncExternalStore(subscribeToNothing, readStoredReferrer, () => undefined);
}

function readStoredReferrer(): string | undefined {
  try {
    return localStorage.getItem("fref") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns the stored code; undefined if none is stored, or if the stored text cannot be a code. */
export function readStoredCode(): string | undefined {
  try {
    const code = localStorage.getItem("rc") ?? "";
    return isRegistrationCode(code) ? code : undefined;
  } catch {
    return undefined;
  }
}
