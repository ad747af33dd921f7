import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { FieldInvalid } from "../shared/FieldInvalid.ts"
import { NotFound } from "../shared/NotFound.ts"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { changeDraft } from "./changeDraft.ts"
import type { contentFields, MemberGate } from "./PageContent.ts"
import type { PageGroup, PageVersion } from "./PageGroup.ts"
import { type PageRecord, Pages } from "./Pages.ts"
import { getPage } from "./readPages.ts"
import { referencedIds } from "./toPageModel.ts"

type Content = Pick<PageVersion, keyof typeof contentFields>

/** New content and gate; absent fields stay. */
export type PageChange = { readonly [Field in keyof Content]?: Content[Field] | undefined } & {
  readonly memberGate?: { readonly [Field in keyof MemberGate]?: MemberGate[Field] | undefined } | undefined
}

const open: MemberGate = { enabled: false, programId: null }

/**
 * A draft keeps the program that it names, whatever has become of it; another one must be active. Without a
 * draft, only errors of the change itself are reported.
 */
const gateOf = Effect.fnUntraced(function* (
  { organizationId }: PageGroup,
  draft: PageVersion | null,
  change: NonNullable<PageChange["memberGate"]>
) {
  const gate = draft?.memberGate ?? open
  const { enabled = gate.enabled, programId = gate.programId } = change
  if (change.programId !== undefined && programId !== null) {
    const programs = yield* Pages.use(({ listPrograms }) => listPrograms(organizationId))
    const program = programs.find(({ xid }) => xid === programId)
    if (program === undefined) return yield* new NotFound({ field: "memberGate.programId" })
    if (draft !== null && programId !== gate.programId && program.status !== "active") {
      return yield* new StateConflict({ currentStatus: program.status })
    }
  }
  if (enabled && programId === null && (draft !== null || change.programId === null)) {
    return yield* FieldInvalid.of("memberGate.programId", "Required to enable the gate")
  }
  return { enabled, programId }
})

/**
 * Ids that are unknown, of other organizations, or of an offer out of reach are the same failure (PAR-140). What the
 * page names already may stay, whoever put it there.
 */
const checkBlocks = Effect.fnUntraced(function* (
  { draft, group, published }: PageRecord,
  blocks: NonNullable<PageChange["blocks"]>
) {
  const { organizationId } = group
  const { reach } = yield* PartnerCaller
  const { benefitIds, offerIds } = referencedIds(blocks)
  const kept = referencedIds((draft ?? published)?.blocks ?? [])
  const added = offerIds.filter((id) => !kept.offerIds.includes(id))
  const isKnown = yield* Pages.use(({ hasAll }) => hasAll({ organizationId, reach, offerIds: added, benefitIds }))
  if (!isKnown) return yield* new NotFound({ field: "blocks" })
})

const draftChange = Effect.fnUntraced(function* (
  page: PageRecord,
  draft: PageVersion | null,
  { memberGate, ...content }: PageChange
) {
  if (content.blocks !== undefined) yield* checkBlocks(page, content.blocks)
  return memberGate === undefined ? content : { ...content, memberGate: yield* gateOf(page.group, draft, memberGate) }
})

/** Changes the content of a page's draft, field by field (PAR-080). */
export const changePage = Effect.fnUntraced(function* (
  pageGroupId: string,
  change: PageChange,
  expectedVersion: number | undefined
) {
  yield* changeDraft(pageGroupId, expectedVersion, (page, draft) => draftChange(page, draft, change))
  return yield* getPage(pageGroupId)
})
