import { SchemaAST, SchemaIssue } from "effect"

/** What is wrong with one value; its path is that of the value in the input. */
export interface FlatIssue {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const segment = (part: PropertyKey | { readonly key: PropertyKey }): PropertyKey =>
  typeof part === "object" ? part.key : part

/** The literal that a member of a union has at each key. */
const literalsOf = (member: SchemaAST.AST) =>
  SchemaAST.isObjects(member)
    ? new Map(
        member.propertySignatures.flatMap(({ name, type }) =>
          SchemaAST.isLiteral(type) ? [[name, type.literal] as const] : []
        )
      )
    : new Map<PropertyKey, SchemaAST.LiteralValue>()

/** The field that tells the members of a union apart, such as `type`; undefined if there is none. */
const discriminatorOf = ({ types }: SchemaAST.Union): FlatIssue | undefined => {
  const [first, ...others] = types.map(literalsOf)
  const key = [...(first?.keys() ?? [])].find((name) => others.every((literals) => literals.has(name)))
  if (first === undefined || key === undefined) return undefined
  const values = new Set([first, ...others].map((literals) => JSON.stringify(literals.get(key))))
  return { path: [key], message: `Expected ${[...values].join(" | ")}` }
}

/**
 * The issues of all invalid values, in order. Where no member of a union fits, the issue is that of the field that
 * tells them apart, with the values it may have.
 */
export const flatIssues = (issue: SchemaIssue.Issue): ReadonlyArray<FlatIssue> => {
  const below = (path: ReadonlyArray<PropertyKey>, issues: ReadonlyArray<FlatIssue>) =>
    issues.map((one) => ({ ...one, path: [...path, ...one.path] }))
  switch (issue._tag) {
    case "Encoding":
      return flatIssues(issue.issue)
    case "Pointer":
      return below(issue.path, flatIssues(issue.issue))
    case "Composite":
      return issue.issues.flatMap(flatIssues)
    case "AnyOf": {
      if (issue.issues.length > 0) return issue.issues.flatMap(flatIssues)
      const discriminator = discriminatorOf(issue.ast)
      if (discriminator !== undefined) return [discriminator]
    }
  }
  return format(issue).issues.map(({ message, path = [] }) => ({ message, path: path.map(segment) }))
}
