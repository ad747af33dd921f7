import type { ApiDocument } from "./ApiDocument.ts"
import type { DocumentFacts } from "./DocumentFacts.ts"
import { documented } from "./documented.ts"

const merged = <A>(parts: ReadonlyArray<Record<string, A>>): Record<string, A> =>
  Object.fromEntries(parts.flatMap((part) => Object.entries(part)))

/** `documented` for a document that spans several surfaces, each with its own facts by path prefix. */
export const documentedByPath =
  (factsByPrefix: Readonly<Record<string, DocumentFacts>>) =>
  (document: ApiDocument): ApiDocument => {
    const parts = Object.entries(factsByPrefix).map(([prefix, facts]) => {
      const paths = Object.entries(document.paths).filter(([path]) => path.startsWith(`${prefix}/`))
      return documented(facts)({ ...document, paths: Object.fromEntries(paths) })
    })
    return {
      ...document,
      ...parts[0],
      info: {
        ...document.info,
        description: Object.values(factsByPrefix)
          .map(({ description }) => description)
          .join("\n\n")
      },
      paths: merged(parts.map(({ paths }) => paths)),
      components: {
        ...document.components,
        schemas: merged(parts.map(({ components }) => components.schemas)),
        securitySchemes: merged(parts.map(({ components }) => components.securitySchemes))
      }
    }
  }
