/** Returns a storage with the functions of `sessionStorage` that the app calls. */
export function createFakeStorage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const valueByKey = new Map<string, string>();
  return {
    getItem: (key) => valueByKey.get(key) ?? null,
    setItem: (key, value) => void valueByKey.set(key, value),
    removeItem: (key) => void valueByKey.delete(key),
  };
}
