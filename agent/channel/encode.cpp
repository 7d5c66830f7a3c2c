#include "agent/channel/codec.hpp"
#include "agent/channel/tables.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_strings.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::channel {

using namespace toolkit;

namespace {

// Writes an object as its table declares it.
class Writer {
public:
    Writer(const Hiding& hiding, std::size_t limit)
        : hiding(hiding)
        , limit(limit)
    {
    }

    void add(std::string_view text) { line += text; }
    void name(std::string_view text);
    void string(std::string_view text);
    void fields(const Table& table, const void* object);

    // Ends the line and returns it, shorter than the limit.
    std::string take();

private:
    struct Part {
        std::size_t begin;
        std::size_t end;
        std::size_t size() const { return end - begin; }
    };

    void field(const Row& row, const void* object);
    void inline_fields(const Type& type, const void* value);
    void alternative(const Type& type, std::size_t at, const void* value);
    void value(const Row& row, const Type& type, const void* value);
    void list(const Row& row, const Type& type, const void* value);
    void text(const Row& row, const std::string& text);
    void document(const Row& row, const Document& document);
    bool has_fields(const Table& table, const void* object) const;
    bool is_left_out(const Row& row, const void* object) const;

    const Hiding hiding;
    const std::size_t limit;
    std::string line;
    std::size_t depth = 0; // nesting depth of the current value
    bool is_element = false; // true if the current value is an element of a list
    std::vector<Part> large; // values that may be replaced by null
    bool is_in_question = false; // true within a value with Secrecy::question
};

}

void Writer::name(std::string_view text)
{
    if (line.back() != '{')
        line += ',';
    ((line += '"') += text) += "\":";
}

void Writer::string(std::string_view text)
{
    if (text::is_utf8(text))
        json::append_literal(line, text);
    else
        line += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void Writer::text(const Row& row, const std::string& text)
{
    const redaction::Redaction* by
        = is_in_question || row.secrecy == Secrecy::question ? hiding.of_questions : hiding.secrets;
    if (by == nullptr || row.secrecy == Secrecy::none)
        string(text);
    else if (row.secrecy == Secrecy::name)
        string(by->redact_name(text));
    else
        string(is_element ? by->redact(text) : by->redact_field(std::string(row.name), text));
}

void Writer::document(const Row& row, const Document& document)
{
    const redaction::Redaction* by
        = is_in_question || row.secrecy == Secrecy::question ? hiding.of_questions : hiding.secrets;
    const auto add_json = [&](const Json& json) {
        line += json.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    if (by == nullptr || row.secrecy == Secrecy::none)
        add_json(document.json());
    else
        add_json(by->redact_field(std::string(row.name), document.json()));
}

void Writer::list(const Row& row, const Type& type, const void* value)
{
    const std::size_t count = type.size(value);
    line += '[';
    for (std::size_t at = 0; at < count; ++at) {
        if (at > 0)
            line += ',';
        is_element = true;
        this->value(row, *type.inner, type.get(value, at));
    }
    is_element = false;
    line += ']';
}

// Writes the fields of an alternative, after its tag if the variant has one.
void Writer::alternative(const Type& type, std::size_t at, const void* value)
{
    const Table& table = *type.choices[at]->table;
    if (!type.tag.empty()) {
        name(type.tag);
        string(table.tag);
    }
    fields(table, type.get(value, at));
}

void Writer::inline_fields(const Type& type, const void* value)
{
    if (type.kind == Type::Kind::choice)
        alternative(type, type.size(value), value);
    else
        fields(*type.table, value);
}

void Writer::value(const Row& row, const Type& type, const void* value)
{
    using Kind = Type::Kind;
    ++depth;
    switch (type.kind) {
    case Kind::text: text(row, *static_cast<const std::string*>(value)); break;
    case Kind::boolean: line += *static_cast<const bool*>(value) ? "true" : "false"; break;
    case Kind::integer: line += std::to_string(*static_cast<const std::int64_t*>(value)); break;
    case Kind::number: line += Json(*static_cast<const double*>(value)).dump(); break;
    case Kind::document: document(row, *static_cast<const Document*>(value)); break;
    case Kind::word:
        string(type.size(value) < type.words.size() ? type.words[type.size(value)] : "other");
        break;
    case Kind::optional:
        if (type.size(value) == 0)
            line += "null";
        else
            this->value(row, *type.inner, type.get(value, 0));
        break;
    case Kind::list: list(row, type, value); break;
    case Kind::choice:
        if (const Type& chosen = *type.choices[type.size(value)]; chosen.kind != Kind::object) {
            this->value(row, chosen, type.get(value, type.size(value)));
            break;
        }
        [[fallthrough]];
    case Kind::object: {
        const bool before
            = std::exchange(is_in_question, is_in_question || row.secrecy == Secrecy::question);
        is_element = false;
        line += '{';
        inline_fields(type, value);
        line += '}';
        is_in_question = before;
    }
    }
    --depth;
}

bool Writer::has_fields(const Table& table, const void* object) const
{
    return std::any_of(table.rows.begin(), table.rows.end(),
        [&](const Row& row) { return row.is_inline || !is_left_out(row, object); });
}

bool Writer::is_left_out(const Row& row, const void* object) const
{
    if (row.is_required)
        return false;
    return row.type->kind == Type::Kind::object ? !has_fields(*row.type->table, row.get(object))
                                                : row.is_unset(object);
}

void Writer::field(const Row& row, const void* object)
{
    if (row.is_inline)
        return inline_fields(*row.type, row.get(object));
    if (is_left_out(row, object))
        return;
    name(row.name);
    const std::size_t begin = line.size();
    value(row, *row.type, row.get(object));
    if (row.is_large && depth == 0)
        large.push_back({begin, line.size()});
}

void Writer::fields(const Table& table, const void* object)
{
    for (const Row& row : table.rows)
        field(row, object);
}

// Replaces the fields that are left out by null, the last one first, so that positions stay valid.
std::string Writer::take()
{
    static constexpr std::string_view null = "null";
    static constexpr std::size_t max_added = 64; // bytes for "leftOutBytes" and its number
    if (line.size() + 1 < limit)
        return std::move(line += '}');
    std::sort(large.begin(), large.end(),
        [](const Part& left, const Part& right) { return left.size() > right.size(); });
    std::size_t size = line.size() + max_added;
    std::size_t left_out = 0;
    std::vector<Part> parts;
    for (const Part& part : large)
        if (size >= limit && part.size() > null.size()) {
            size -= part.size() - null.size();
            left_out += part.size();
            parts.push_back(part);
        }
    if (size >= limit)
        throw ToolError(Code::too_large, "the event is longer than a line may be");
    std::sort(parts.begin(), parts.end(),
        [](const Part& left, const Part& right) { return left.begin > right.begin; });
    for (const Part& part : parts)
        line.replace(part.begin, part.size(), null);
    return std::move(line += ",\"leftOutBytes\":" + std::to_string(left_out) + "}");
}

static std::string event_line(const Type& all, const void* event, const Head& head, Writer& writer)
{
    const std::size_t at = all.size(event);
    const Table& table = *all.choices[at]->table;
    if (table.tag.empty())
        throw ToolError(Code::internal, "an unknown event cannot be written");
    writer.add("{\"event\":\"");
    writer.add(table.tag);
    writer.add("\",\"seq\":" + std::to_string(head.seq) + ",\"ts\":\"" + head.ts + "\"");
    if (head.turn != 0)
        writer.add(",\"turn\":" + std::to_string(head.turn));
    writer.fields(table, all.get(event, at));
    return writer.take();
}

std::string encode(const Event& event, const Head& head, const Hiding& hiding, std::size_t limit)
{
    Writer writer(hiding, limit);
    return event_line(events(), &event, head, writer);
}

std::string encode(
    const ScreenEvent& event, const Head& head, const Hiding& hiding, std::size_t limit)
{
    Writer writer(hiding, limit);
    return event_line(screen_events(), &event, head, writer);
}

Json fields_of(const Event& event)
{
    Json fields = Json::parse(encode(event, {}, {}, no_limit));
    for (const char* name : {"event", "seq", "ts"})
        fields.erase(name);
    return fields;
}

static std::string message_line(const Type& all, const void* message)
{
    const std::size_t at = all.size(message);
    Writer writer({}, no_limit);
    writer.add("{\"do\":\"");
    writer.add(all.choices[at]->table->tag);
    writer.add("\"");
    writer.fields(*all.choices[at]->table, all.get(message, at));
    return writer.take();
}

std::string encode(const HostMessage& message) { return message_line(host_messages(), &message); }

std::string encode(const WorkflowMessage& message)
{
    return message_line(workflow_messages(), &message);
}

std::string encode(const ScreenMessage& message)
{
    return message_line(screen_messages(), &message);
}

}
