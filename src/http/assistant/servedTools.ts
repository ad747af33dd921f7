import type { Effect } from "effect"
import type { AssistantCallerShape } from "../../domain/assistants/AssistantCaller.ts"
import type { AssistantScopeMissing } from "../../domain/assistants/AssistantErrors.ts"
import type { ToolAnswer } from "../../domain/assistants/AssistantProtocol.ts"
import { assistantScopes } from "../../domain/assistants/assistantScopes.ts"
import { conversationTools } from "./tools/conversationTools.ts"
import { taskCommands } from "./tools/taskCommands.ts"
import { taskTools } from "./tools/taskTools.ts"
import { workspaceTools } from "./tools/workspaceTools.ts"

const [, writeScope] = assistantScopes

/** Every tool, those that read first (INT-033, INT-034). */
export const assistantTools = [...workspaceTools, ...taskTools, ...conversationTools, ...taskCommands] as const

/** What the tools need, whichever is called. */
type ToolServices = Effect.Services<ReturnType<(typeof assistantTools)[number]["call"]>>

interface AnyTool {
  readonly call: (args: unknown) => Effect.Effect<ToolAnswer, AssistantScopeMissing, ToolServices>
}

const byName = new Map<string, AnyTool>(assistantTools.map((tool) => [tool.declaration.name, tool]))

/** The tools as this caller has them: those that change something are listed where the token may use them. */
export const servedTools = ({ scopes }: AssistantCallerShape) => ({
  shown: assistantTools
    .filter(({ access }) => access === "read" || scopes.has(writeScope))
    .map(({ declaration }) => declaration),
  call: (name: string, args: unknown) => byName.get(name)?.call(args)
})
