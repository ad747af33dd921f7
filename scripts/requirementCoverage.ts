import { Schema } from "effect"
import { requirementId, requirementIds } from "./requirementIds.ts"

/** The numbered requirements: what a run of the tests must prove of them, and when. */
export const Requirements = Schema.Struct({
  /** How many rows a section has. */
  sections: Schema.Record(Schema.String, Schema.Int),
  /**
   * Where one test cannot prove a row: the words of its clauses. Each must stand, with the id, in the title of a test that
   * passed; letter case aside.
   */
  clauses: Schema.Record(Schema.String, Schema.Array(Schema.String)),
  /** By ids: the paths under which endpoints must be declared before the rows can be proven at all. */
  needs: Schema.Record(Schema.String, Schema.Array(Schema.String))
})

export interface RequirementCoverage {
  readonly id: string
  /** `later`: something that it needs is not declared. `missing`: it could be proven, and is not, or not in full. */
  readonly state: "proven" | "later" | "missing"
  /** What no test that passed has in its title: clauses, or nothing for a row that no test names. */
  readonly unproven: ReadonlyArray<string>
}

const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

/** What is proven, by the titles of the tests that passed and the paths of the declared endpoints. */
export const requirementCoverage = (
  { clauses, needs, sections }: typeof Requirements.Type,
  titles: ReadonlyArray<string>,
  declared: ReadonlyArray<string>
): ReadonlyArray<RequirementCoverage> => {
  const needed = new Map(
    Object.entries(needs).flatMap(([ids, paths]) => requirementIds(ids).map((id) => [id, paths] as const))
  )
  const proofs = proofsOf(titles)
  return Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index): RequirementCoverage => {
      const id = requirementId(section, index + 1)
      const proof = (proofs.get(id) ?? []).map((title) => title.toLowerCase())
      const unproven = (clauses[id] ?? []).filter(
        (words) => !proof.some((title) => title.includes(words.toLowerCase()))
      )
      const isBuilt = (needed.get(id) ?? []).every((prefix) => declared.some((path) => isUnder(path, prefix)))
      const isProven = proof.length > 0 && unproven.length === 0
      return { id, state: !isBuilt ? "later" : isProven ? "proven" : "missing", unproven }
    })
  )
}

/** The titles by the requirement ids that they name. */
export const proofsOf = (titles: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const proofs = new Map<string, Array<string>>()
  for (const title of titles) {
    for (const id of requirementIds(title)) proofs.set(id, [...(proofs.get(id) ?? []), title])
  }
  return proofs
}
