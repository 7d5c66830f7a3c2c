#include "agent/workflow/schema_rules.hpp"

#include "toolkit/json/parse.hpp"

#include <string>

namespace agent::workflow {

static const char* const rules_of_files = R"({
"workflow": {"properties": {
  "steps": {"minItems": 1}, "step": {"minItems": 1},
  "parameters": {"$ref": "#/$defs/names-of-parameters"},
  "params": {"$ref": "#/$defs/names-of-parameters"},
  "env": {"propertyNames": {"$ref": "#/$defs/variable"}},
  "pass_env": {"items": {"$ref": "#/$defs/variable"}},
  "secrets": {"items": {"$ref": "#/$defs/variable"}}}},
"parameter": {"allOf": [
  {"if": {"required": ["type"], "properties": {"type": {"const": "enum"}}},
   "then": {"required": ["choices"], "properties": {"choices": {"minItems": 1}}},
   "else": {"not": {"required": ["choices"]}}},
  {"if": {"properties": {"type": {"const": "string"}}},
   "then": {"properties": {"default": {"type": "string"}}},
   "else": {"not": {"required": ["pattern"]}}},
  {"if": {"required": ["type"], "properties": {"type": {"enum": ["int", "float"]}}},
   "then": {"properties": {"default": {"type": "number"}}},
   "else": {"not": {"anyOf": [{"required": ["min"]}, {"required": ["max"]}]}}},
  {"if": {"required": ["type"], "properties": {"type": {"const": "int"}}},
   "then": {"properties": {"default": {"type": "integer"}}}},
  {"if": {"required": ["type"], "properties": {"type": {"const": "bool"}}},
   "then": {"properties": {"default": {"type": "boolean"}}}},
  {"if": {"required": ["type"], "properties": {"type": {"const": "list"}}},
   "then": {"properties": {"default": {"type": "array"}}}},
  {"if": {"required": ["type"], "properties": {"type": {"const": "object"}}},
   "then": {"properties": {"default": {"type": "object"}}}},
  {"if": {"required": ["required"], "properties": {"required": {"const": true}}},
   "then": {"not": {"required": ["default"]}}}]},
"step": {"properties": {"id": {"$ref": "#/$defs/id"}},
  "not": {"required": ["retry", "on_failure"], "properties": {"on_failure": {"const": "retry"}}},
  "if": {"required": ["allow_dash"]},
  "then": {"anyOf": [{"required": ["exec"]}, {"required": ["python"]}]}}
})";

static const char* const rules_of_kinds = R"({
"exec": {"properties": {"argv": {"minItems": 1, "minLength": 1,
    "prefixItems": [{"not": {"type": "string", "pattern": "\\{\\{|\\{%"}}]},
  "env": {"propertyNames": {"$ref": "#/$defs/variable"}}}},
"shell": {"properties": {"env": {"propertyNames": {"$ref": "#/$defs/variable"}}}},
"python": {"oneOf": [{"required": ["code"]}, {"required": ["module"]}],
  "properties": {"env": {"propertyNames": {"$ref": "#/$defs/variable"}}}},
"llm": {"not": {"required": ["session", "keep_session"]},
  "properties": {"session": {"$ref": "#/$defs/session"},
    "keep_session": {"$ref": "#/$defs/session"}}},
"workflow-step": {"properties": {"name": {"type": ["string", "boolean"],
    "pattern": "^[a-z][a-z0-9-]{0,63}$"}}},
"foreach": {
  "oneOf": [{"required": ["items"]}, {"required": ["lines"]}, {"required": ["ndjson"]}],
  "properties": {
    "items": {"anyOf": [{"type": "array"}, {"type": "string", "pattern": "\\{\\{"}]},
    "as": {"$ref": "#/$defs/variable", "not": {"enum": ["params", "steps", "step", "env", "secrets",
      "index", "workspace", "run", "now", "workflow", "result", "true", "false", "nil", "null",
      "empty", "blank"]}}}},
"parallel": {"properties": {"branches": {"propertyNames": {"$ref": "#/$defs/id"}}}},
"ask": {
  "if": {"required": ["kind"], "properties": {"kind": {"const": "choice"}}},
  "then": {"required": ["choices"], "properties": {"choices": {"minItems": 1}}},
  "else": {"not": {"required": ["choices"]}},
  "anyOf": [{"not": {"required": ["kind"]}},
    {"properties": {"kind": {"enum": ["text", "choice", "edit"]}}},
    {"properties": {"default": {"anyOf": [{"type": "boolean"},
      {"type": "string", "pattern": "\\{\\{"}]}}}]}
})";

Json rules_of(Owner owner)
{
    for (const char* const text : {rules_of_files, rules_of_kinds}) {
        const Json rules = json::parse_json(text, {});
        if (const auto found = rules.find(std::string(name_of(owner))); found != rules.end())
            return *found;
    }
    return {};
}

Json names_in_rules()
{
    return json::parse_json(R"({
"variable": {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"},
"session": {"anyOf": [{"type": "number", "minimum": 0}, {"type": "boolean"},
  {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"}]},
"id": {"anyOf": [{"type": ["integer", "boolean"]},
  {"type": "string", "pattern": "^[a-z0-9_-]{1,64}$"}]},
"names-of-parameters": {"maxProperties": 100, "propertyNames": {
  "pattern": "^[a-z][a-z0-9_]{0,39}$",
  "not": {"enum": ["http_proxy", "https_proxy", "all_proxy", "no_proxy"]}}}})",
        {});
}

}
