#include "agent/workflow/schema.hpp"

#include "agent/workflow/check.hpp"
#include "agent/workflow/fields.hpp"
#include "toolkit/json/parse.hpp"

#include <array>
#include <cmath>
#include <string>

namespace agent::workflow {

static constexpr std::array owners {Owner::workflow, Owner::parameter, Owner::limits,
    Owner::concurrency, Owner::step, Owner::exec, Owner::shell, Owner::python, Owner::tool,
    Owner::llm, Owner::prompt, Owner::context, Owner::call, Owner::foreach, Owner::parallel,
    Owner::repeat, Owner::ask, Owner::once, Owner::retry, Owner::backoff};

static Json reference_to(std::string_view name)
{
    return {{"$ref", "#/$defs/" + std::string(name)}};
}

static Json list_of(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }

static Json map_of(Json values)
{
    return {{"type", "object"}, {"additionalProperties", std::move(values)}};
}

static Json scalar_schema() { return {{"type", {"string", "number", "boolean"}}}; }

static Json number_of(double value)
{
    return value == std::floor(value) && std::abs(value) < 1e15
        ? Json(static_cast<std::int64_t>(value))
        : Json(value);
}

static Json limited(const FieldRow& row, const char* type)
{
    Json schema {{"type", type}};
    if (row.min > -1e15)
        schema["minimum"] = number_of(row.min);
    if (row.max < 1e15)
        schema["maximum"] = number_of(row.max);
    return schema;
}

static Json line_schema(const FieldRow& row)
{
    if (row.choices.empty()) {
        Json line = scalar_schema();
        line["minLength"] = 1;
        line["not"] = {{"type", "string"}, {"pattern", "\n"}};
        return line;
    }
    Json choices = Json::array();
    for (const auto& choice : row.choices)
        choices.push_back(choice);
    return {{"enum", choices}};
}

static Json block_schema(const FieldRow& row)
{
    Json block = reference_to(name_of(row.block));
    if (row.shorthand.empty())
        return block;
    Json forms {block, scalar_schema()};
    if (takes_list(row)) {
        forms.push_back(list_of(scalar_schema()));
        forms.back()["minItems"] = 1;
    }
    return {{"anyOf", std::move(forms)}};
}

static Json shape_of(const FieldRow& row)
{
    Json texts = list_of(scalar_schema());
    switch (row.shape) {
    case Shape::text: return scalar_schema();
    case Shape::line: return line_schema(row);
    case Shape::boolean: return {{"type", "boolean"}};
    case Shape::count: return limited(row, "integer");
    case Shape::number: return limited(row, "number");
    case Shape::counts: return list_of(limited(row, "integer"));
    case Shape::any: return Json::object();
    case Shape::texts:
    case Shape::names: return texts;
    case Shape::words: return {{"anyOf", {texts, scalar_schema()}}};
    case Shape::tools: return {{"anyOf", {texts, {{"const", "all"}}}}};
    case Shape::named_texts: return map_of(scalar_schema());
    case Shape::named_values: return map_of(Json::object());
    case Shape::schema: return {{"type", {"object", "string"}}};
    case Shape::block: return block_schema(row);
    case Shape::boolean_or_block:
        return {{"anyOf", {{{"type", "boolean"}}, reference_to(name_of(row.block))}}};
    case Shape::blocks: return list_of(reference_to(name_of(row.block)));
    case Shape::named_blocks: return map_of(reference_to(name_of(row.block)));
    case Shape::steps: return reference_to("steps");
    case Shape::named_steps: return map_of(reference_to("steps"));
    }
    return {};
}

static Json described(const FieldRow& row)
{
    Json schema = shape_of(row);
    std::string help(row.help);
    if (!row.preset.empty())
        help += " [" + std::string(row.preset) + "]";
    schema["description"] = help;
    return schema;
}

// A required field may also be given by its alias.
static Json requirements_of(Owner owner)
{
    Json all = Json::array();
    for (const FieldRow* row : fields_of(owner)) {
        if (!row->is_required)
            continue;
        Json one = {{"required", {row->name}}};
        if (!row->alias.empty())
            one = {{"anyOf", {one, {{"required", {row->alias}}}}}};
        all.push_back(std::move(one));
    }
    return all;
}

static Json one_kind()
{
    Json kinds = Json::array();
    for (const FieldRow* row : fields_of(Owner::step)) {
        if (!row->is_kind)
            continue;
        kinds.push_back({{"required", {row->name}}});
        if (!row->alias.empty())
            kinds.push_back({{"required", {row->alias}}});
    }
    return kinds;
}

static Json definition_of(Owner owner)
{
    Json properties = Json::object();
    Json together = requirements_of(owner);
    for (const FieldRow* row : fields_of(owner)) {
        properties[std::string(row->name)] = described(*row);
        if (row->alias.empty())
            continue;
        properties[std::string(row->alias)] = described(*row);
        together.push_back({{"not", {{"required", {row->name, row->alias}}}}});
    }
    Json schema {
        {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (Json rules = rules_of(owner); !rules.is_null())
        together.push_back(std::move(rules));
    if (!together.empty())
        schema["allOf"] = std::move(together);
    if (owner == Owner::step)
        schema["oneOf"] = one_kind();
    return schema;
}

Json file_schema()
{
    Json definitions {{"steps", list_of(reference_to("step"))}};
    for (const Owner owner : owners)
        definitions[std::string(name_of(owner))] = definition_of(owner);
    definitions.update(names_in_rules());
    const Json several {{"type", "object"},
        {"properties",
            {{"workflows",
                {{"type", "object"}, {"minProperties", 1},
                    {"propertyNames", {{"pattern", "^[a-z][a-z0-9-]{0,63}$"}}},
                    {"additionalProperties", reference_to("workflow")}}}}},
        {"required", {"workflows"}}, {"additionalProperties", false}};
    return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
        {"title", "Workflows of agentcli"}, {"if", {{"required", {"workflows"}}}},
        {"then", several}, {"else", reference_to("workflow")}, {"$defs", std::move(definitions)}};
}

static std::string_view words_of(Fill fill)
{
    static constexpr std::array<std::string_view, 8> words {"", "text", "value", "one element",
        "parameters", "one element", "expression", "expression"};
    return words[static_cast<std::size_t>(fill)];
}

static std::string cell_of(const FieldRow& row)
{
    std::string shape(name_of(row.shape));
    if (row.choices.empty())
        return shape;
    shape.clear();
    for (const auto& choice : row.choices)
        shape += (shape.empty() ? "`" : ", `") + std::string(choice) + "`";
    return shape;
}

std::string fields_page()
{
    std::string page = "\n## Fields of a workflow\n\nColumn *template*: what `{{ }}` in a value "
                       "becomes. Without a word the value takes none.\n";
    for (const Owner owner : owners) {
        page += "\n### Fields of: " + std::string(name_of(owner))
            + "\n\n| field | value | template | default | |\n| --- | --- | --- | --- | --- |\n";
        for (const FieldRow* row : fields_of(owner)) {
            page += "| `" + std::string(row->name) + "`";
            page += row->alias.empty() ? "" : ", `" + std::string(row->alias) + "`";
            page += " | " + cell_of(*row) + " | " + std::string(words_of(row->fill)) + " | "
                + (row->preset.empty() ? "" : "`" + std::string(row->preset) + "`") + " | "
                + std::string(row->help) + (row->is_required ? " (required)" : "") + " |\n";
        }
    }
    return page;
}

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
  "allOf": [
    {"if": {"required": ["allow_dash"]},
     "then": {"anyOf": [{"required": ["exec"]}, {"required": ["python"]}]}},
    {"if": {"required": ["once"], "properties": {"once": {"not": {"const": false}}}},
     "then": {"not": {"anyOf": [{"required": ["llm"]}, {"required": ["ask"]},
        {"required": ["set"]}, {"required": ["workflow"]}, {"required": ["foreach"]},
        {"required": ["parallel"]}, {"required": ["repeat"]}]}}},
    {"if": {"required": ["once"], "properties": {"once": {"const": true}}},
     "then": {"not": {"required": ["retry"]},
       "properties": {"on_failure": {"not": {"const": "retry"}}}}},
    {"if": {"required": ["once"], "properties": {"once": {"type": "object"}}},
     "then": {"not": {"required": ["tool"]}}},
    {"if": {"required": ["inputs"]}, "then": {"anyOf": [{"required": ["exec"]},
       {"required": ["shell"]}, {"required": ["run"]}, {"required": ["python"]},
       {"required": ["tool"]}, {"required": ["llm"]}]}}]},
"once": {"properties": {"repeat_on": {"minItems": 1}}}
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
"prompt": {"oneOf": [{"required": ["user"]}, {"required": ["file"]}],
  "properties": {"file": {"type": ["string", "boolean"], "pattern": "^[a-z][a-z0-9-]{0,63}$"}},
  "if": {"required": ["arguments"]}, "then": {"required": ["file"]}},
"workflow-step": {"properties": {"name": {"type": ["string", "boolean"],
    "anyOf": [{"pattern": "^[a-z][a-z0-9-]{0,63}$"},
      {"pattern": "^[^/]+/.*[.]ya?ml(:[a-z][a-z0-9-]{0,63})?$",
        "not": {"pattern": "[.][.]"}}]}}},
"foreach": {
  "oneOf": [{"required": ["items"]}, {"required": ["lines"]}, {"required": ["ndjson"]},
    {"required": ["matrix"]}],
  "properties": {
    "items": {"anyOf": [{"type": "array"}, {"type": "string", "pattern": "\\{\\{"}]},
    "as": {"$ref": "#/$defs/variable", "not": {"enum": ["params", "steps", "step", "env", "secrets",
      "index", "workspace", "run", "now", "workflow", "result", "true", "false", "nil", "null",
      "empty", "blank"]}}}},
"parallel": {"oneOf": [{"required": ["branches"]}, {"required": ["steps"]}],
  "properties": {"branches": {"propertyNames": {"$ref": "#/$defs/id"}},
    "steps": {"items": {"required": ["id"]}}}},
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
