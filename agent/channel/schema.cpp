#include "agent/channel/schema.hpp"

#include "agent/channel/tables.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::channel {

using namespace toolkit;

namespace {

// Collects the schemas of all structs in a variant of messages or events.
class Schemas {
public:
    explicit Schemas(std::string place)
        : place(std::move(place))
    {
    }

    enum class Direction { message, event };

    // Adds the schemas of all alternatives, which the field `tag` identifies.
    void add_union(const char* name, const Type& types, const char* tag, Direction from);

    // Returns the schema of one message, which contains all schemas that it uses.
    Json whole(const Table& table);

    Json all = Json::object();

private:
    Json reference(std::string_view name) const { return {{"$ref", place + std::string(name)}}; }
    Json of_table(const Table& table, std::string_view tag);
    void add_rows(Json& schema, const Table& table);
    void add_choice(Json& schema, const Type& type);
    void add_alternatives(Json& schema, const Type& type);
    Json of_row(const Row& row);
    Json of_value(const Row& row, const Type& type);
    Json of_choice(const Row& row, const Type& type);
    Json of_object(const Table& table, std::string_view tag);

    const std::string
        place; // before the name in a "$ref"; empty: schemas are contained, not referred to
    Direction direction = Direction::message;
};

}

static Json with_type(const char* type) { return {{"type", type}}; }

// Returns the schema of an object with any members. Sets additionalProperties explicitly, since
// generators of clients take an object without properties for an object that is always empty.
static Json any_object() { return {{"type", "object"}, {"additionalProperties", true}}; }

static Json of_text(const Row& row)
{
    Json schema = with_type("string");
    if (row.min_length > 0)
        schema["minLength"] = row.min_length;
    if (row.max_length != no_limit)
        schema["maxLength"] = row.max_length;
    if (row.pattern.fits != nullptr)
        schema["pattern"] = row.pattern.pattern;
    return schema;
}

static Json of_number(const Row& row, const char* type)
{
    const Range& range = row.range;
    if (range.minimum == range.maximum)
        return {{"const", static_cast<std::int64_t>(range.minimum)}};
    Json schema = with_type(type);
    const auto limit = [&](double value) {
        const auto whole = static_cast<std::int64_t>(value);
        return static_cast<double>(whole) == value ? Json(whole) : Json(value);
    };
    if (range.maximum < std::numeric_limits<double>::infinity()) {
        schema[range.is_exclusive ? "exclusiveMinimum" : "minimum"] = limit(range.minimum);
        schema["maximum"] = limit(range.maximum);
    }
    return schema;
}

static Json of_word(const Type& type)
{
    Json words = Json::array();
    for (const auto word : type.words)
        words.push_back(word);
    return {{"type", "string"}, {type.is_open ? "examples" : "enum", words}};
}

// Returns the schema of a variant. Alternatives may be strings, lists, or objects with a tag.
Json Schemas::of_choice(const Row& row, const Type& type)
{
    Json schemas = Json::array();
    for (const Type* one : type.choices)
        schemas.push_back(one->kind == Type::Kind::object ? of_object(*one->table, type.tag)
                                                          : of_value(row, *one));
    return {{"oneOf", schemas}};
}

Json Schemas::of_object(const Table& table, std::string_view tag)
{
    if (place.empty())
        return of_table(table, tag);
    const std::string name(table.name);
    if (!all.contains(name))
        all[name] = of_table(table, tag);
    return reference(name);
}

Json Schemas::of_value(const Row& row, const Type& type)
{
    using Kind = Type::Kind;
    switch (type.kind) {
    case Kind::text: return of_text(row);
    case Kind::boolean: return with_type("boolean");
    case Kind::integer: return of_number(row, "integer");
    case Kind::number: return of_number(row, "number");
    case Kind::document: return row.is_object ? any_object() : Json::object();
    case Kind::word: return of_word(type);
    case Kind::optional: return of_value(row, *type.inner);
    case Kind::choice: return of_choice(row, type);
    case Kind::object: return of_object(*type.table, {});
    case Kind::list: break;
    }
    Json schema {{"type", "array"}, {"items", of_value(row, *type.inner)}};
    if (row.min_items > 0)
        schema["minItems"] = row.min_items;
    if (row.max_items != no_limit)
        schema["maxItems"] = row.max_items;
    return schema;
}

Json Schemas::of_row(const Row& row)
{
    Json schema = of_value(row, *row.type);
    if (row.is_nullable || (direction == Direction::event && row.is_large)) {
        if (schema.contains("type"))
            schema["type"] = {schema["type"], "null"};
        else if (!schema.empty()) // the empty schema accepts null already
            schema = {{"anyOf", {schema, with_type("null")}}};
    }
    if (!row.description.empty())
        schema["description"] = row.description;
    return schema;
}

static void add_tag(Json& schema, std::string_view tag, std::string_view value)
{
    if (tag.empty())
        return;
    schema["properties"][std::string(tag)] = {{"const", value}};
    schema["required"].push_back(tag);
}

void Schemas::add_choice(Json& schema, const Type& type)
{
    for (const Type* one : type.choices) {
        Json alternative {{"properties", Json::object()}, {"required", Json::array()}};
        add_tag(alternative, type.tag, one->table->tag);
        add_rows(alternative, *one->table);
        schema["oneOf"].push_back(std::move(alternative));
    }
}

// Adds the fields of all alternatives and requires the first field of exactly one of them. This
// schema also accepts further fields of other alternatives, which the channel refuses; in return,
// all fields are in "properties".
void Schemas::add_alternatives(Json& schema, const Type& type)
{
    for (const Type* one : type.choices) {
        Json alternative {{"properties", Json::object()}, {"required", Json::array()}};
        add_rows(alternative, *one->table);
        schema["properties"].update(alternative["properties"]);
        schema["oneOf"].push_back(
            {{"required", Json::array({std::string(one->table->rows.front().name)})}});
    }
}

void Schemas::add_rows(Json& schema, const Table& table)
{
    for (const Row& row : table.rows) {
        const bool is_choice = row.is_inline && row.type->kind == Type::Kind::choice;
        if (is_choice && place.empty()) {
            add_alternatives(schema, *row.type);
        } else if (is_choice) {
            add_choice(schema, *row.type);
        } else if (row.is_inline) {
            add_rows(schema, *row.type->table);
        } else {
            schema["properties"][std::string(row.name)] = of_row(row);
            if (row.is_required)
                schema["required"].push_back(row.name);
        }
    }
}

static void add_head(Json& schema)
{
    const Json number {{"type", "integer"}, {"minimum", 1}};
    Json& properties = schema["properties"];
    properties["seq"] = number;
    properties["ts"] = {{"type", "string"}, {"format", "date-time"}};
    properties["turn"] = number;
    properties["leftOutBytes"] = number;
    for (const char* name : {"seq", "ts"})
        schema["required"].push_back(name);
}

Json Schemas::of_table(const Table& table, std::string_view tag)
{
    Json schema {{"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}};
    if (!table.description.empty())
        schema["description"] = table.description;
    add_tag(schema, tag, table.tag);
    if (tag == "event")
        add_head(schema);
    add_rows(schema, table);
    if (direction == Direction::message)
        schema[place.empty() ? "additionalProperties" : "unevaluatedProperties"] = false;
    return schema;
}

Json Schemas::whole(const Table& table) { return of_table(table, {}); }

void Schemas::add_union(const char* name, const Type& types, const char* tag, Direction from)
{
    direction = from;
    Json schemas = Json::array();
    Json mapping = Json::object();
    for (const Type* one : types.choices) {
        if (one->table->tag.empty())
            continue; // Unknown
        schemas.push_back(of_object(*one->table, tag));
        mapping[std::string(one->table->tag)] = schemas.back()["$ref"];
    }
    all[name]
        = {{"oneOf", schemas}, {"discriminator", {{"propertyName", tag}, {"mapping", mapping}}}};
}

static Json schemas_at(const char* place)
{
    Schemas schemas(place);
    using Direction = Schemas::Direction;
    schemas.add_union("HostMessage", host_messages(), "do", Direction::message);
    schemas.add_union("WorkflowMessage", workflow_messages(), "do", Direction::message);
    schemas.add_union("Event", events(), "event", Direction::event);
    return std::move(schemas.all);
}

Json json_schema()
{
    Json all = schemas_at("#/$defs/");
    for (auto& [name, schema] : all.items())
        schema.erase("discriminator");
    return {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"$defs", std::move(all)}};
}

Json message_schema(std::string_view name)
{
    for (const Type* all : {&host_messages(), &workflow_messages()})
        for (const Type* one : all->choices)
            if (one->table->name == name)
                return Schemas({}).whole(*one->table);
    throw ToolError(Code::internal, "the channel has no message " + std::string(name));
}

Json openapi_schemas() { return schemas_at("#/components/schemas/"); }

}
