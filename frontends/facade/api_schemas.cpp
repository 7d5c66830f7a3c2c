#include "frontends/facade/api_schemas.hpp"

#include "frontends/facade/chat_request.hpp"
#include "frontends/facade/responses_request.hpp"
#include "toolkit/json/json.hpp"

namespace frontends::facade {

static const char* const schemas_of_chats = R"({
    "ToolCall": {"type": "object",
        "properties": {"id": {"type": "string"}, "type": {"const": "function"},
            "function": {"type": "object",
                "properties": {"name": {"type": "string"}, "arguments": {"type": "string"}},
                "required": ["name", "arguments"]}},
        "required": ["id", "type", "function"]},
    "ChatMessage": {"type": "object",
        "properties": {
            "role": {"enum": ["system", "developer", "user", "assistant", "tool"]},
            "content": {"anyOf": [{"type": "string"}, {"type": "null"},
                {"type": "array", "items": {"type": "object",
                    "properties": {"type": {"type": "string"}}, "required": ["type"],
                    "additionalProperties": true}}]},
            "tool_calls": {"type": "array", "items": {"$ref": "#/components/schemas/ToolCall"}},
            "tool_call_id": {"type": "string"}},
        "required": ["role"], "additionalProperties": true},
    "TokenUsage": {"type": "object",
        "properties": {"prompt_tokens": {"type": "integer"},
            "completion_tokens": {"type": "integer"}, "total_tokens": {"type": "integer"}},
        "additionalProperties": true},
    "ChatCompletion": {"type": "object",
        "properties": {"id": {"type": "string"}, "object": {"const": "chat.completion"},
            "created": {"type": "integer"}, "model": {"type": "string"},
            "choices": {"type": "array", "items": {"type": "object",
                "properties": {"index": {"const": 0},
                    "message": {"type": "object",
                        "properties": {"role": {"const": "assistant"},
                            "content": {"type": ["string", "null"]},
                            "tool_calls": {"type": "array",
                                "items": {"$ref": "#/components/schemas/ToolCall"}}},
                        "required": ["role", "content"]},
                    "finish_reason":
                        {"enum": ["stop", "length", "tool_calls", "content_filter"]}},
                "required": ["index", "message", "finish_reason"]}},
            "usage": {"$ref": "#/components/schemas/TokenUsage"}},
        "required": ["id", "object", "created", "model", "choices"]},
    "ChatCompletionChunk": {"type": "object",
        "description": "The data of an event of a stream, which ends with [DONE].",
        "properties": {"id": {"type": "string"}, "object": {"const": "chat.completion.chunk"},
            "created": {"type": "integer"}, "model": {"type": "string"},
            "choices": {"type": "array", "items": {"type": "object",
                "properties": {"index": {"const": 0},
                    "delta": {"type": "object",
                        "properties": {"role": {"const": "assistant"},
                            "content": {"type": "string"},
                            "tool_calls": {"type": "array", "items": {"type": "object",
                                "properties": {"index": {"type": "integer"},
                                    "id": {"type": "string"}, "type": {"const": "function"},
                                    "function": {"type": "object",
                                        "properties": {"name": {"type": "string"},
                                            "arguments": {"type": "string"}},
                                        "required": ["name", "arguments"]}},
                                "required": ["index", "id", "type", "function"]}}}},
                    "finish_reason": {"enum":
                        ["stop", "length", "tool_calls", "content_filter", null]}},
                "required": ["index", "delta", "finish_reason"]}},
            "usage": {"anyOf": [{"$ref": "#/components/schemas/TokenUsage"}, {"type": "null"}]}},
        "required": ["id", "object", "created", "model", "choices"]},
    "ChatStream": {"anyOf": [{"$ref": "#/components/schemas/ChatCompletionChunk"},
        {"$ref": "#/components/schemas/ApiError"}]}})";

static const char* const schemas_of_responses = R"({
    "ResponseItem": {"oneOf": [
        {"type": "object",
            "properties": {"type": {"const": "message"}, "id": {"type": "string"},
                "status": {"enum": ["in_progress", "completed"]}, "role": {"const": "assistant"},
                "content": {"type": "array", "items": {"type": "object",
                    "properties": {"type": {"const": "output_text"}, "text": {"type": "string"}},
                    "required": ["type", "text"]}}},
            "required": ["type", "id", "status", "role", "content"]},
        {"type": "object",
            "properties": {"type": {"const": "function_call"}, "id": {"type": "string"},
                "status": {"enum": ["in_progress", "completed"]}, "call_id": {"type": "string"},
                "name": {"type": "string"}, "arguments": {"type": "string"}},
            "required": ["type", "id", "status", "call_id", "name", "arguments"]}]},
    "Response": {"type": "object",
        "properties": {"id": {"type": "string"}, "object": {"const": "response"},
            "created_at": {"type": "integer"},
            "status": {"enum": ["in_progress", "completed", "incomplete", "failed"]},
            "model": {"type": "string"},
            "output": {"type": "array", "items": {"$ref": "#/components/schemas/ResponseItem"}},
            "usage": {"type": ["object", "null"],
                "properties": {"input_tokens": {"type": ["integer", "null"]},
                    "output_tokens": {"type": ["integer", "null"]},
                    "total_tokens": {"type": ["integer", "null"]}},
                "additionalProperties": true}},
        "required": ["id", "object", "created_at", "status", "model", "output"]},
    "ResponseEvent": {"type": "object", "description": "The data of an event of a stream.",
        "properties": {
            "type": {"enum": ["response.created", "response.in_progress",
                "response.output_item.added", "response.content_part.added",
                "response.output_text.delta", "response.output_text.done",
                "response.content_part.done", "response.function_call_arguments.delta",
                "response.function_call_arguments.done", "response.output_item.done",
                "response.completed", "response.incomplete", "response.failed", "error"]},
            "sequence_number": {"type": "integer"},
            "response": {"$ref": "#/components/schemas/Response"},
            "item": {"$ref": "#/components/schemas/ResponseItem"},
            "item_id": {"type": "string"}, "output_index": {"type": "integer"},
            "content_index": {"type": "integer"}, "delta": {"type": "string"},
            "text": {"type": "string"}},
        "required": ["type", "sequence_number"], "additionalProperties": true}})";

static const char* const common_schemas = R"({
    "Model": {"type": "object",
        "properties": {"id": {"type": "string"}, "object": {"const": "model"},
            "created": {"type": "integer"}, "owned_by": {"type": "string"}},
        "required": ["id", "object", "created", "owned_by"]},
    "Models": {"type": "object",
        "properties": {"object": {"const": "list"},
            "data": {"type": "array", "items": {"$ref": "#/components/schemas/Model"}}},
        "required": ["object", "data"]},
    "ApiError": {"type": "object",
        "properties": {"error": {"type": "object",
            "properties": {"message": {"type": "string"}, "type": {"type": "string"},
                "param": {"type": ["string", "null"]}, "code": {"type": "string"}},
            "required": ["message", "type", "param", "code"]}},
        "required": ["error"]}})";

Json api_schemas()
{
    Json all = Json::parse(common_schemas);
    all.update(Json::parse(schemas_of_chats));
    all.update(Json::parse(schemas_of_responses));
    all["ChatRequest"] = chat_request_schema();
    // The schema of the check lists only the roles of messages: chat_request_in() checks the rest.
    all["ChatRequest"]["properties"]["messages"]["items"]
        = {{"$ref", "#/components/schemas/ChatMessage"}};
    all["ResponsesRequest"] = responses_request_schema();
    return all;
}

}
