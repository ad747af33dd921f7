import type { OpenApi } from "effect/http-api"

/** A documented response header. */
export interface ApiHeader extends Omit<OpenApi.OpenAPISpecHeader, "required"> {
  readonly required?: boolean
  readonly example?: string | number
}

export interface ApiMediaType extends OpenApi.OpenApiSpecMediaType {
  example?: unknown
  examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
}

export interface ApiParameter extends OpenApi.OpenAPISpecParameter {
  example?: string | number
}

export interface ApiResponse extends Omit<OpenApi.OpenApiSpecResponse, "content" | "headers"> {
  content?: Record<string, ApiMediaType>
  headers?: Record<string, ApiHeader>
}

export interface ApiRequestBody extends Omit<OpenApi.OpenAPISpecRequestBody, "required"> {
  required: boolean
  description?: string
}

/** An operation as generated, plus what endpoints and surfaces add: examples, optional bodies, required permissions. */
export interface ApiOperation extends Omit<OpenApi.OpenAPISpecOperation, "parameters" | "requestBody" | "responses"> {
  parameters: Array<ApiParameter>
  requestBody?: ApiRequestBody
  responses: Record<string, ApiResponse>
  "x-required-permissions"?: ReadonlyArray<string>
}

/** An OpenAPI document: operations by path, then by method in lower case. */
export interface ApiDocument extends Omit<OpenApi.OpenAPISpec, "paths"> {
  paths: Record<string, Record<string, ApiOperation>>
}

/** What the generator passes to a transform: a document, a tag or an operation. */
type Generated = Readonly<Record<string, unknown>>

const isDocument = (generated: Generated | ApiDocument): generated is ApiDocument =>
  "openapi" in generated && "paths" in generated && "components" in generated

const isOperation = (generated: Generated | ApiOperation): generated is ApiOperation =>
  "operationId" in generated && "parameters" in generated && "responses" in generated

/**
 * Turns a change of the whole document into the `transform` of an API's annotations. When one API is added to another,
 * its groups inherit its annotations and the generator applies the transform to their tags as well; tags are left
 * unchanged.
 */
export const onDocument = (change: (document: ApiDocument) => ApiDocument) => (generated: Generated) =>
  isDocument(generated) ? change(generated) : generated

/** Turns a change of one operation into the `transform` of an endpoint's annotations. */
export const onOperation = (change: (operation: ApiOperation) => ApiOperation) => (generated: Generated) =>
  isOperation(generated) ? change(generated) : generated
