#include "toolkit/tool/request_findings.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/field_names.hpp"
#include "toolkit/tool/meant_value.hpp"

#include <algorithm>

namespace toolkit::tool {

std::string as_request_for(std::string_view tool, Answer request)
{
    static constexpr std::size_t max_repeated = 16 << 10;
    const std::string start = "send" + (tool.empty() ? "" : " to " + std::string(tool));
    const Json& json = request;
    const std::string text = json.dump();
    if (text.size() <= max_repeated)
        return start + " " + text;
    std::string names;
    for (const auto& [name, value] : json.items())
        names += (names.empty() ? " " : ", ") + ("'" + name + "'");
    return start + " a request with" + names;
}

static bool fits(const Field& field, const Json& value)
{
    return !problem_with(field, value, std::string(field.name));
}

// Corrects each object of a list.
static std::optional<Json> corrected_objects(const Field& field, const Json& list)
{
    Json objects = Json::array();
    for (const Json& object : list) {
        auto corrected = corrected_request(field.rows, object);
        if (!corrected)
            return {};
        objects.push_back(*std::move(corrected));
    }
    return objects;
}

static std::optional<Json> corrected_value(const NamedField& named, const Json& value)
{
    const Field& field = *named.field;
    if (named.is_encoded) {
        try {
            decoded_value(field, value, std::string(field.name));
            return value;
        } catch (const ToolError&) {
            return {};
        }
    }
    std::optional<Json> corrected = meant_value(field, value);
    if (!corrected)
        corrected = value;
    if (!fits(field, *corrected))
        corrected = probable_value(field, *corrected);
    if (!corrected || !fits(field, *corrected))
        return {};
    return field.kind == Kind::objects ? corrected_objects(field, *corrected) : corrected;
}

// An ambiguous name has no correction.
static NamedField meant_field(const std::vector<Field>& table, const std::string& name)
{
    const NamedField named = field_named(table, name);
    const bool is_known = named.field != nullptr || !hint_for_name(table, name).empty();
    return is_known ? named : nearest_field(table, name);
}

std::optional<Json> corrected_request(const std::vector<Field>& table, const Json& request)
{
    Json corrected = Json::object();
    std::vector<const Field*> given;
    for (const auto& [name, value] : request.items()) {
        if (value.is_null())
            continue;
        if (field_named(table, name).field == nullptr && is_note_of_client(name))
            continue;
        const NamedField named = meant_field(table, name);
        if (named.field == nullptr)
            return {};
        if (named.field->kind == Kind::ignored || is_left_out(*named.field, value))
            continue;
        auto better = corrected_value(named, value);
        const std::string wire_name(
            named.is_encoded ? named.field->encoded_name : named.field->name);
        const bool is_given = std::find(given.begin(), given.end(), named.field) != given.end();
        if (!better || (is_given && corrected.value(wire_name, Json()) != *better))
            return {};
        given.push_back(named.field);
        corrected[wire_name] = *std::move(better);
    }
    const bool is_whole = std::all_of(table.begin(), table.end(), [&](const Field& field) {
        return !field.is_required || corrected.contains(field.stand_in)
            || std::find(given.begin(), given.end(), &field) != given.end();
    });
    return is_whole ? std::optional<Json>(std::move(corrected)) : std::nullopt;
}

static constexpr std::size_t max_findings = 8; // further ones are only counted
static constexpr std::size_t max_name = 60; // bytes of an unknown name that are shown
static constexpr std::size_t max_correction = 480; // maximum size in bytes of a request in a hint

bool RequestFindings::has_room() { return ++count <= max_findings; }

void RequestFindings::add_hint(const std::string& hint)
{
    if (!hint.empty() && std::find(hints.begin(), hints.end(), hint) == hints.end())
        hints.push_back(hint);
}

void RequestFindings::add_unknown(
    const std::vector<Field>& table, const std::string& place, const std::string& name)
{
    if (!has_room())
        return;
    std::string hint = hint_for_name(table, name);
    const NamedField nearest = hint.empty() ? nearest_field(table, name) : NamedField();
    const bool is_near = nearest.field != nullptr;
    const std::string_view nearest_name = !is_near ? std::string_view()
        : nearest.is_encoded                       ? nearest.field->encoded_name
                                                   : nearest.field->name;
    unknown.push_back(
        {place, text::shortened(text::printable(name), max_name), std::string(nearest_name)});
    if (!is_near)
        add_hint(hint.empty() ? list_of_fields(table) : hint);
}

void RequestFindings::add_wrong(const ToolError& problem)
{
    if (!has_room())
        return;
    wrong.push_back(problem.message);
    add_hint(problem.hint);
}

void RequestFindings::add_missing(const std::string& place, const Field& field)
{
    const bool is_misspelt = std::any_of(unknown.begin(), unknown.end(), [&](const Unknown& other) {
        return other.place == place
            && (other.nearest == field.name
                || (!other.nearest.empty() && other.nearest == field.encoded_name));
    });
    if (!is_misspelt && has_room())
        missing.push_back({place, std::string(field.name),
            std::string(field.prints_encoded_name ? field.encoded_name : "")});
}

static std::string subject_of(const std::string& place)
{
    return place.empty() ? "the request" : text::in_quotes(place);
}

// Returns "'a'", "'a' and 'b'", or "'a', 'b' and 'c'".
static std::string list_in_words(const std::vector<std::string>& words)
{
    std::string list;
    for (std::size_t index = 0; index < words.size(); ++index)
        list += (index == 0 ? "" : index + 1 < words.size() ? ", " : " and ") + words[index];
    return list;
}

namespace {

// The names in one object.
struct Group {
    std::string place;
    std::vector<std::string> names;
};

}

static void add_to_group(
    std::vector<Group>& groups, const std::string& place, const std::string& name)
{
    if (groups.empty() || groups.back().place != place)
        groups.push_back({place, {}});
    groups.back().names.push_back(name);
}

std::vector<std::string> RequestFindings::messages() const
{
    std::vector<Group> unknown_names;
    for (const Unknown& one : unknown)
        add_to_group(unknown_names, one.place, text::in_quotes(one.name));
    std::vector<Group> missing_names;
    for (const Unknown& one : missing)
        add_to_group(missing_names, one.place,
            text::in_quotes(one.name)
                + (one.nearest.empty() ? "" : " or " + text::in_quotes(one.nearest)));
    std::vector<std::string> all;
    all.reserve(unknown_names.size());
    for (const Group& group : unknown_names)
        all.push_back(subject_of(group.place)
            + (group.names.size() == 1 ? " has an unknown field " : " has the unknown fields ")
            + list_in_words(group.names));
    all.insert(all.end(), wrong.begin(), wrong.end());
    all.reserve(all.size() + missing_names.size() + 1);
    for (const Group& group : missing_names)
        all.push_back(subject_of(group.place) + " lacks " + list_in_words(group.names));
    if (count > max_findings)
        all.push_back("more problems: " + std::to_string(count - max_findings));
    return all;
}

// Returns "did you mean 'path'?" or "did you mean 'path' for 'pth' and 'query' for 'qury'?".
std::string RequestFindings::nearest_names() const
{
    std::vector<std::string> names;
    for (const Unknown& one : unknown)
        if (!one.nearest.empty())
            names.push_back(text::in_quotes(one.nearest)
                + (unknown.size() == 1 ? "" : " for " + text::in_quotes(one.name)));
    return names.empty() ? "" : "did you mean " + list_in_words(names) + "?";
}

// Subtracts the size of the value as JSON from `left`. Returns false as soon as it exceeds that.
static bool is_short(const Json& value, std::size_t& left)
{
    std::size_t size = 4;
    if (const auto* const text = value.get_ptr<const std::string*>())
        size += text->size();
    if (size > left)
        return false;
    left -= size;
    if (value.is_object())
        return std::all_of(value.items().begin(), value.items().end(), [&](const auto& member) {
            return is_short(Json(text::shortened(member.key(), max_correction)), left)
                && is_short(member.value(), left);
        });
    return !value.is_array() || std::all_of(value.begin(), value.end(), [&](const Json& element) {
        return is_short(element, left);
    });
}

// Returns a corrected request if it is short. In the line of an error, each quote and backslash
// takes two bytes.
static std::string correction_of(const std::vector<Field>& table, const Json& request)
{
    std::size_t left = 2 * max_correction;
    if (!is_short(request, left))
        return {};
    const auto corrected = corrected_request(table, request);
    if (!corrected)
        return {};
    std::string text = corrected->dump(-1, ' ', false, Json::error_handler_t::replace);
    const bool is_bounded = Json(text).dump().size() <= max_correction;
    return is_bounded ? "send " + text : "";
}

static std::string joined(const std::vector<std::string>& parts)
{
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() ? "" : text.ends_with('?') ? " " : "; ") + part;
    return text;
}

ToolError RequestFindings::error(const std::vector<Field>& table, const Json& request) const
{
    std::vector<std::string> all = hints;
    if (std::string near = nearest_names(); !near.empty())
        all.insert(all.begin(), std::move(near));
    if (count <= max_findings)
        if (std::string correction = correction_of(table, request); !correction.empty())
            all.push_back(std::move(correction));
    return {Code::bad_request, joined(messages()), joined(all)};
}

}
