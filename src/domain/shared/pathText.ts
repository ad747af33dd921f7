type Segment = PropertyKey | { readonly key: PropertyKey }

const segmentText = (segment: Segment): string => {
  const key = typeof segment === "object" ? segment.key : segment
  return typeof key === "number" ? `[${key}]` : `.${String(key)}`
}

/** The path of a value in a document, such as `social.profiles[0].url`; empty for the document itself. */
export const pathText = (path: ReadonlyArray<Segment> = []): string => path.map(segmentText).join("").replace(/^\./, "")
