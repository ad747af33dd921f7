import { Effect, Layer, TxHashMap } from "effect"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { tableNames } from "../../src/domain/dataset/tables.ts"
import { WorkspaceId } from "../../src/domain/messaging/Workspace.ts"
import { OperatorId } from "../../src/domain/operators/Operator.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import type { PromptMessage } from "../../src/domain/privateAi/assistantPrompt.ts"
import { LanguageAssistant } from "../../src/domain/privateAi/LanguageAssistant.ts"
import { AssistantUnavailable } from "../../src/domain/privateAi/PrivateAiErrors.ts"
import type { PrivateAsker } from "../../src/domain/privateAi/PrivateReader.ts"
import * as PrivateAnswersLayer from "../../src/layers/repositories/PrivateAnswersLayer.ts"
import * as Memory from "../../src/layers/Memory.ts"
import { messagingDataset } from "./messagingDataset.ts"
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

/** Operator `id` in workspace 1, who reads what is addressed to the workspace. */
export const asker = (id: number, reader: Partial<PrivateAsker["reader"]> = {}): PrivateAsker => ({
  organizationId: OrganizationId.make(1),
  workspaceId: WorkspaceId.make(1),
  scope: "ws-1",
  operator: { id: OperatorId.make(id), xid: `operator-${id}` },
  reader: { audienceWorkspace: true, audienceTeamIds: [], sensitive: false, ...reader }
})

/** An assistant that answers the same always, unless it is away, and the prompts that it was asked. */
export const makeAssistant = () => {
  const prompts: Array<ReadonlyArray<PromptMessage>> = []
  const state = { isConfigured: true, isAway: false }
  const unless = (is: () => boolean) =>
    Effect.suspend(() => (is() ? Effect.fail(new AssistantUnavailable()) : Effect.void))
  const layer = Layer.succeed(LanguageAssistant, {
    ready: unless(() => !state.isConfigured),
    answer: (prompt) =>
      Effect.andThen(
        unless(() => state.isAway || !state.isConfigured),
        Effect.sync(() => {
          prompts.push(prompt)
          return { text: `Answer ${prompts.length}`, model: "model-1" }
        })
      )
  })
  return { prompts, state, layer }
}

/** What the private AI operations ask for, over in-memory tables that a test can change. */
export const layer = (dataset: Dataset) =>
  PrivateAnswersLayer.layerMemory.pipe(Layer.provideMerge(messagingServices(dataset)))

/** How many rows each table has that has any, by its name. */
export const rowCounts = Effect.gen(function* () {
  const memory = yield* Memory.Memory
  const counts = yield* Effect.forEach(tableNames, (name) =>
    Effect.map(TxHashMap.size(Memory.tableIn(memory, name)), (count) => [name, count] as const)
  )
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
})
