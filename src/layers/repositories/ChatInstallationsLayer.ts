import { Effect, Layer } from "effect"
import { ChatInstallations } from "../../domain/chat/ChatInstallations.ts"
import { RowStore } from "../../domain/dataset/RowStore.ts"
import { overRows } from "../RowStoreLayer.ts"
import { installationStore } from "./installationStore.ts"

export const { layerMemory, layerSql } = overRows(
  Layer.effect(
    ChatInstallations,
    Effect.map(RowStore, (store) => ChatInstallations.of(installationStore(store, store.of("chatInstallations"))))
  )
)
