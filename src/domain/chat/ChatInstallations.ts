import { Context } from "effect"
import type { InstallationStore } from "../providers/InstallationStore.ts"
import type { ChatInstallation } from "./ChatInstallation.ts"

/** The chat installations of organizations. */
export class ChatInstallations extends Context.Service<ChatInstallations, InstallationStore<ChatInstallation>>()(
  "hub/domain/chat/ChatInstallations"
) {}
