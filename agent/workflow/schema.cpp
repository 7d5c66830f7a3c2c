#include "agent/workflow/schema.hpp"

#include "agent/workflow/check.hpp"
#include "agent/workflow/fields.hpp"
#include "agent/workflow/schema_rules.hpp"

#include <array>
#include <cmath>

namespace agent::workflow {

static constexpr std::array owners {Owner::workflow, Owner::parameter, Owner::limits, Owner::step,
    Owner::exec, Owner::shell, Owner::python, Owner::tool, Owner::llm, Owner::prompt,
    Owner::context, Owner::call, Owner::foreach, Owner::parallel, Owner::ask, Owner::retry,
    Owner::backoff};

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
    return {{"anyOf", {block, scalar_schema()}}};
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
    case Shape::any: return Json::object();
    case Shape::texts:
    case Shape::names: return texts;
    case Shape::words: return {{"anyOf", {texts, scalar_schema()}}};
    case Shape::tools: return {{"anyOf", {texts, {{"const", "all"}}}}};
    case Shape::named_texts: return map_of(scalar_schema());
    case Shape::named_values: return map_of(Json::object());
    case Shape::schema: return {{"type", {"object", "string"}}};
    case Shape::block: return block_schema(row);
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

// A required field may have its other name.
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

}
