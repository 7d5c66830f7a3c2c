#include "toolkit/tool/field_names.hpp"

#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>

namespace toolkit::tool {

// Calls `use` with each name of the table, until it returns true.
template<class Use>
static void each_name(const std::vector<Field>& table, const Use& use)
{
    for (const Field& field : table) {
        if (use(field.name, NamedField {&field, false}))
            return;
        if (!field.encoded_name.empty() && use(field.encoded_name, NamedField {&field, true}))
            return;
        for (const char* const alias : field.aliases)
            if (use(alias, NamedField {&field, false}))
                return;
    }
}

NamedField field_named(const std::vector<Field>& table, std::string_view name)
{
    NamedField found;
    each_name(table, [&](std::string_view known, const NamedField& field) {
        found = known == name ? field : found;
        return known == name;
    });
    if (found.field != nullptr || !hint_for_name(table, name).empty())
        return found;
    bool is_ambiguous = false;
    const std::string spelling = text::spelling_of(name);
    each_name(table, [&](std::string_view known, const NamedField& field) {
        if (text::spelling_of(known) != spelling)
            return false;
        is_ambiguous = found.field != nullptr
            && (found.field != field.field || found.is_encoded != field.is_encoded);
        found = field;
        return is_ambiguous;
    });
    return is_ambiguous ? NamedField() : found;
}

bool is_note_of_client(std::string_view name)
{
    static constexpr std::array<std::string_view, 6> notes {"explanation", "description",
        "display_description", "task_progress", "security_risk", "justification"};
    return std::any_of(notes.begin(), notes.end(),
        [&](std::string_view note) { return text::is_same_name(note, name); });
}

std::string hint_for_name(const std::vector<Field>& table, std::string_view name)
{
    for (const Field& field : table)
        if (!field.ambiguous_name.empty() && text::is_same_name(field.ambiguous_name, name))
            return std::string(field.ambiguous_hint);
    return {};
}

NamedField nearest_field(const std::vector<Field>& table, std::string_view name)
{
    NamedField nearest;
    bool is_ambiguous = false;
    std::size_t least = 2 * name.size() / 3 + 2;
    each_name(table, [&](std::string_view known, const NamedField& field) {
        const std::size_t longer = std::max(name.size(), known.size());
        if (2 * (longer - std::min(name.size(), known.size())) > least)
            return false;
        const std::size_t distance = text::distance(name, known);
        if (distance > least || (distance == least && nearest.field == nullptr))
            return false;
        is_ambiguous = distance == least && nearest.field != field.field;
        nearest = distance < least ? field : nearest;
        least = distance;
        return false;
    });
    return is_ambiguous ? NamedField() : nearest;
}

std::string list_of_fields(const std::vector<Field>& table)
{
    std::string list;
    for (const Field& field : table)
        if (!field.is_unlisted)
            list += (list.empty() ? "the fields are " : ", ") + text::in_quotes(field.name);
    return list.empty() ? "there are no fields: send {}" : list;
}

}
