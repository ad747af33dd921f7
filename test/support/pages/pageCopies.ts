import { Array, type DateTime, Record } from "effect"
import { assert } from "@effect/vitest"
import { demoDataset } from "../../../src/demo/demoDataset.ts"
import { demoIds } from "../../../src/demo/demoIds.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import { PageGroupRowId } from "../../../src/domain/pages/PageGroup.ts"
import { type PageAction, pageRequests, type PageState, pageStates } from "./pageStates.ts"

const firstId = 100_000

const copies = Array.cartesian(Record.keys(pageStates), Record.keys(pageRequests)).map(([state, action], index) => ({
  state,
  action,
  id: PageGroupRowId.make(firstId + index),
  xid: crypto.randomUUID(),
  slug: `copy-${index}`
}))

/** The external id of the page in a state that only one action is tried on. */
export const copyOf = (state: PageState, action: PageAction): string =>
  copies.find((copy) => copy.state === state && copy.action === action)?.xid ?? assert.fail(`${state} ${action}`)

/** The demo data with a copy of the page of V1 in each state for each action, so that no action sees another's changes. */
export const datasetOfCopies = (now: DateTime.Utc): Dataset => {
  const demo = demoDataset(now)
  const copied = copies.map(({ id, slug, state, xid }) => {
    const group = demo.pageGroups.find((one) => one.xid === demoIds.pages[`V1_${state}`]) ?? assert.fail(state)
    return {
      group: {
        ...group,
        id,
        xid,
        publishedSlug: group.publishedSlug === null ? null : slug,
        customDomainId: null
      },
      versions: demo.pageVersions
        .filter(({ pageGroupId }) => pageGroupId === group.id)
        .map((version) => ({ ...version, id: id * 10 + version.number, pageGroupId: id, slug }))
    }
  })
  return {
    ...demo,
    pageGroups: [...demo.pageGroups, ...copied.map(({ group }) => group)],
    pageVersions: [...demo.pageVersions, ...copied.flatMap(({ versions }) => versions)]
  }
}
