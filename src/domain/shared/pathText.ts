type Segment = PropertyKey | { readonly key: PropertyKey }

const segment = (of: Segment): string => {
  const key = typeof of === "object" ? of.key : of
  return typeof key === "number" ? `[${key}]` : `.${String(key)}`
}

/** The place of a value in a document, such as `social.profiles[0].url`; empty for the document itself. */
export const pathText = (path: ReadonlyArray<Segment> = []): string => path.map(segment).join("").replace(/^\./, "")
