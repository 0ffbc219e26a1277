import { neverChanges } from "./use-hydrated";
import { useEffect, useSyncExternalStore } from "react";
import { isRegistrationCode } from "~/domain/registration/link-values";

/**
 * The data of a visit in the browser's storage, by the names of docs/product/cookies-and-events.md#cookies-and-storage.
 */
export interface StoredVisit {
  /** A valid registration code, or the code of a visitor refused for the referrer. */
  registrationCode?: string | undefined;
  /** The host of the forbidden referrer. */
  fref?: string | undefined;
}

/** Saves these values in the browser's storage. If that fails (private mode, full, forbidden), nothing happens. */
export function useStoredVisit({ registrationCode, fref }: StoredVisit): void {
  useEffect(() => {
    storeVisit({ registrationCode, fref });
  }, [registrationCode, fref]);
}

/** Deletes the stored values after a registration, so that a used code is not offered again. */
export function useForgottenVisit(): void {
  useEffect(forgetVisit, []);
}

export function forgetVisit(): void {
  try {
    localStorage.removeItem("rc");
    localStorage.removeItem("fref");
  } catch {
    // If deleting is forbidden, nothing was saved.
  }
}

/** Fills in the code of an earlier visit if the field is empty and not focused. */
export function useStoredCode(fieldId: string): void {
  useEffect(() => {
    const field = document.getElementById(fieldId);
    if (!(field instanceof HTMLInputElement) || field === document.activeElement) return;
    if (field.value === "") field.value = storedCode() ?? "";
  }, [fieldId]);
}

export function storeVisit({ registrationCode, fref }: StoredVisit): void {
  try {
    if (registrationCode) localStorage.setItem("rc", registrationCode);
    // The first forbidden referrer of a visit is kept.
    if (fref && !localStorage.getItem("fref")) localStorage.setItem("fref", fref);
  } catch {
    // The draft keeps them for 72 hours.
  }
}

/** Returns the first forbidden referrer, for forms without a draft; undefined before hydration. */
export function useStoredReferrer(): string | undefined {
  return useSyncExternalStore(neverChanges, referrerInStorage, () => undefined);
}

function referrerInStorage(): string | undefined {
  try {
    return localStorage.getItem("fref") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns undefined for a text that is not a possible code. */
export function storedCode(): string | undefined {
  try {
    const code = localStorage.getItem("rc") ?? "";
    return isRegistrationCode(code) ? code : undefined;
  } catch {
    return undefined;
  }
}
