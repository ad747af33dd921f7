import { Effect, Layer, TxHashMap } from "effect"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { tableNames } from "../../src/domain/dataset/tables.ts"
import { WorkspaceId } from "../../src/domain/messaging/Workspace.ts"
import type { Reader } from "../../src/domain/messaging/Reader.ts"
import { OperatorCaller } from "../../src/domain/operators/OperatorCaller.ts"
import { operatorPermissions } from "../../src/domain/operators/operatorPermissions.ts"
import { OperatorId } from "../../src/domain/operators/Operator.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import type { PromptMessage } from "../../src/domain/privateAi/assistantPrompt.ts"
import { LanguageAssistant } from "../../src/domain/privateAi/LanguageAssistant.ts"
import { AssistantUnavailable } from "../../src/domain/privateAi/PrivateAiErrors.ts"
import * as PrivateAnswersLayer from "../../src/layers/repositories/PrivateAnswersLayer.ts"
import * as Memory from "../../src/layers/memory/Memory.ts"
import { messagingDataset } from "./datasets/messagingDataset.ts"
import { layer as messagingServices } from "./messagingServices.ts"

/** The messaging dataset with three operators. */
export const privateAiDataset: Dataset = {
  ...messagingDataset,
  operators: [1, 2, 3].flatMap((id) =>
    messagingDataset.operators.map((row) => ({
      ...row,
      id: OperatorId.make(id),
      identitySubject: `operator-${id}`,
      name: `Operator ${id}`
    }))
  )
}

/** Operator `id` as a reader of workspace 1; by default of messages to the whole workspace. */
export const reader = (id: number, change: Partial<Reader> = {}): Reader => ({
  organizationId: OrganizationId.make(1),
  workspace: { id: WorkspaceId.make(1), xid: "ws-1" },
  audienceWorkspace: true,
  audienceTeamIds: [],
  readsSensitive: true,
  owner: { kind: "operator", xid: `operator-${id}` },
  ...change
})

/** Runs an operation as operator `id` of organization 1. */
export const asOperator = (id: number) =>
  Effect.provideService(OperatorCaller, {
    kind: "operator",
    operator: { id: OperatorId.make(id), xid: `operator-${id}`, name: `Operator ${id}` },
    organization: { id: OrganizationId.make(1), xid: "org-1" },
    permissions: new Set(operatorPermissions)
  })

/** An assistant that always gives the same answer, unless it is unavailable, and the prompts that it received. */
export const makeAssistant = () => {
  const prompts: Array<ReadonlyArray<PromptMessage>> = []
  const state = { isAway: false }
  const layer = Layer.succeed(LanguageAssistant, {
    isConfigured: true,
    answer: (prompt) =>
      Effect.suspend(() => {
        if (state.isAway) return Effect.fail(new AssistantUnavailable())
        prompts.push(prompt)
        return Effect.succeed({ text: `Answer ${prompts.length}`, model: "model-1" })
      })
  })
  return { prompts, state, layer }
}

/** The services of the private AI operations, over in-memory tables, which a test can change. */
export const layer = (dataset: Dataset) =>
  PrivateAnswersLayer.layerMemory.pipe(Layer.provideMerge(messagingServices(dataset)))

/** The row counts of non-empty tables, by name. */
export const rowCounts = Effect.gen(function* () {
  const memory = yield* Memory.Memory
  const counts = yield* Effect.forEach(tableNames, (name) =>
    Effect.map(TxHashMap.size(Memory.tableIn(memory, name)), (count) => [name, count] as const)
  )
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
})
