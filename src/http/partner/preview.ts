import { Context } from "effect"
import { type HttpApiEndpoint, OpenApi } from "effect/http-api"

const Preview = Context.Reference("hub/http/partner/Preview", { defaultValue: () => false })

const header = "X-Hub-Preview"

/** Annotation: marks an endpoint as preview, in its responses and in the document (PAR-012). */
export const previewed = (preview: boolean) =>
  preview
    ? Context.merge(Context.make(Preview, true), OpenApi.annotations({ override: { "x-preview": true } }))
    : Context.empty()

/** The headers that mark the responses of a preview endpoint. */
export const previewHeaders = (endpoint: HttpApiEndpoint.Top): Readonly<Record<string, string>> =>
  Context.get(endpoint.annotations, Preview) ? { [header]: "true" } : {}
