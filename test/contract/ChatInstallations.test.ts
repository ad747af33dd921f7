import { chatInstallationXids } from "../../src/demo/demoProviders.ts"
import { ChatInstallations } from "../../src/domain/chat/ChatInstallations.ts"
import * as ChatInstallationsLayer from "../../src/layers/repositories/ChatInstallationsLayer.ts"
import { chatDataset } from "../support/datasets/chatDataset.ts"
import { installationStoreContract } from "../support/installationStoreContract.ts"

const [first, ...others] = chatDataset.chatInstallations
if (first === undefined) throw new Error("no installation")

installationStoreContract(
  "ChatInstallations",
  ChatInstallations,
  ChatInstallationsLayer,
  [first, ...others],
  chatInstallationXids.chat_b
)
