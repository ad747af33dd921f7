import { Effect } from "effect"
import { FieldInvalid } from "../shared/FieldInvalid.ts"
import { NotFound } from "../shared/NotFound.ts"
import { StateConflict } from "../shared/ResourceConflicts.ts"
import { changeDraft } from "./changeDraft.ts"
import { showPage } from "./lockPage.ts"
import type { MemberGate } from "./PageContent.ts"
import type { PageGroupRow, PageVersionRow } from "./PageGroup.ts"
import { Pages } from "./Pages.ts"
import { referencedIds } from "./toPageModel.ts"

type Content = Pick<PageVersionRow, "title" | "headline" | "body" | "blocks" | "slug" | "locale">

/** New content and gate; absent fields stay. */
export type PageChange = { readonly [Field in keyof Content]?: Content[Field] | undefined } & {
  readonly memberGate?: { readonly [Field in keyof MemberGate]?: MemberGate[Field] | undefined } | undefined
}

const open: MemberGate = { enabled: false, programId: null }

/**
 * A draft keeps the program that it names, whatever has become of it; another one must be active. Without a draft
 * only what is wrong with the change itself is reported.
 */
const gateOf = Effect.fnUntraced(function* (
  { organizationId }: PageGroupRow,
  draft: PageVersionRow | null,
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

/** Unknown ids and those of other organizations are the same failure (PAR-140). */
const checkBlocks = Effect.fnUntraced(function* (
  { organizationId }: PageGroupRow,
  blocks: NonNullable<PageChange["blocks"]>
) {
  const isKnown = yield* Pages.use(({ hasAll }) => hasAll({ organizationId, ...referencedIds(blocks) }))
  if (!isKnown) return yield* new NotFound({ field: "blocks" })
})

const draftChange = Effect.fnUntraced(function* (
  group: PageGroupRow,
  draft: PageVersionRow | null,
  { memberGate, ...content }: PageChange
) {
  if (content.blocks !== undefined) yield* checkBlocks(group, content.blocks)
  return memberGate === undefined ? content : { ...content, memberGate: yield* gateOf(group, draft, memberGate) }
})

/** Changes the content of a page's draft, field by field (PAR-080). */
export const changePage = Effect.fnUntraced(function* (
  pageGroupId: string,
  change: PageChange,
  expectedVersion: number | undefined
) {
  yield* changeDraft(pageGroupId, expectedVersion, ({ group }, draft) => draftChange(group, draft, change))
  return yield* showPage(pageGroupId)
})
