import type { Effect } from "effect"
import type { AssistantCallerShape } from "../../domain/assistants/AssistantCaller.ts"
import type { AssistantScopeMissing } from "../../domain/assistants/AssistantErrors.ts"
import type { ToolResult } from "../../domain/assistants/AssistantProtocol.ts"
import { assistantScopes } from "../../domain/assistants/assistantScopes.ts"
import { collaborationTools } from "./tools/collaborationTools.ts"
import { conversationTools } from "./tools/conversationTools.ts"
import { taskCommands } from "./tools/taskCommands.ts"
import { taskTools } from "./tools/taskTools.ts"
import { workspaceTools } from "./tools/workspaceTools.ts"

const [, writeScope] = assistantScopes

/** All tools; those that only read come first (INT-033, INT-034). */
export const assistantTools = [
  ...workspaceTools,
  ...taskTools,
  ...conversationTools,
  ...collaborationTools,
  ...taskCommands
] as const

/** The services that the tools require. */
type ToolServices = Effect.Services<ReturnType<(typeof assistantTools)[number]["call"]>>

interface AnyTool {
  readonly call: (args: unknown) => Effect.Effect<ToolResult, AssistantScopeMissing, ToolServices>
}

const byName = new Map<string, AnyTool>(assistantTools.map((tool) => [tool.declaration.name, tool]))

/** The tools available to this caller: write tools are listed only if the token has the write scope. */
export const servedTools = ({ scopes }: AssistantCallerShape) => ({
  listed: assistantTools
    .filter(({ access }) => access === "read" || scopes.has(writeScope))
    .map(({ declaration }) => declaration),
  call: (name: string, args: unknown) => byName.get(name)?.call(args)
})
