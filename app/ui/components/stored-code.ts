import { neverChanges } from "./use-hydrated";
import { useEffect, useSyncExternalStore } from "react";
import { isRegistrationCode } from "~/domain/registration/link-values";

/** The browser's memory of a visit, by the names of docs/product.md#cookies-and-storage. */
export interface StoredVisit {
  /** A registration code that could be used, or with which a visitor was refused. */
  registrationCode?: string | undefined;
  /** The host of the forbidden referrer. */
  fref?: string | undefined;
}

/** Keeps these in the browser, which may refuse (private mode, full, forbidden): then nothing happens. */
export function useStoredVisit({ registrationCode, fref }: StoredVisit): void {
  useEffect(() => {
    storeVisit({ registrationCode, fref });
  }, [registrationCode, fref]);
}

/** The visit has led to a membership: a used code is not offered again. */
export function useForgottenVisit(): void {
  useEffect(forgetVisit, []);
}

export function forgetVisit(): void {
  try {
    localStorage.removeItem("rc");
    localStorage.removeItem("fref");
  } catch {
    // Where nothing can be forgotten nothing was kept.
  }
}

/** Offers the code of an earlier visit in a field that is still empty, unless somebody is about to type in it. */
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
    // The first one counts.
    if (fref && !localStorage.getItem("fref")) localStorage.setItem("fref", fref);
  } catch {
    // The draft keeps them for 72 hours.
  }
}

/** The first forbidden referrer, for a form to tell when the draft is gone; none before there is script. */
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

/** Undefined also for what nobody could type in. */
export function storedCode(): string | undefined {
  try {
    const code = localStorage.getItem("rc") ?? "";
    return isRegistrationCode(code) ? code : undefined;
  } catch {
    return undefined;
  }
}
