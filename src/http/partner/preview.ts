import { Context } from "effect"
import { type HttpApiEndpoint, OpenApi } from "effect/http-api"

const Preview = Context.Reference("hub/http/partner/Preview", { defaultValue: () => false })

const header = "X-Hub-Preview"

/** Annotation: whether an endpoint is labelled preview, in its answers and in the document (PAR-012). */
export const previewed = (preview: boolean) =>
  preview
    ? Context.merge(Context.make(Preview, true), OpenApi.annotations({ override: { "x-preview": true } }))
    : Context.empty()

/** The headers that label the answers of an endpoint. */
export const previewHeaders = (endpoint: HttpApiEndpoint.Top): Readonly<Record<string, string>> =>
  Context.get(endpoint.annotations, Preview) ? { [header]: "true" } : {}
