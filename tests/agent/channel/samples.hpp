#pragma once

#include "agent/channel/codec.hpp"
#include "agent/channel/tables.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <string>
#include <vector>

// Messages and events with made up values, by their tables: a field that is added later is tested
// without a change here.
namespace agent::channel {

// Which fields a sample has; `choice` is the alternative of each choice, modulo their number.
struct Filling {
    bool has_optional = true;
    std::size_t choice = 0;
    std::string text = "text";
};

inline constexpr std::size_t choices = 5; // at least as many as the alternatives of any choice

void fill(const Table& table, void* object, const Filling& filling);

inline std::string text_for(const Row& row, const std::string& text)
{
    for (const std::string& one :
        {text, std::string("CODE"), std::string("data:image/png;base64,QUJD")})
        if (row.pattern.fits == nullptr || row.pattern.fits(one))
            return one;
    return text;
}

inline void fill_value(const Row& row, const Type& type, void* value, const Filling& filling)
{
    using Kind = Type::Kind;
    const std::size_t count = type.kind == Kind::choice ? type.choices.size() : type.words.size();
    switch (type.kind) {
    case Kind::text: *static_cast<std::string*>(value) = text_for(row, filling.text); break;
    case Kind::boolean: *static_cast<bool*>(value) = !*static_cast<bool*>(value); break;
    case Kind::integer:
        *static_cast<std::int64_t*>(value)
            = row.range.minimum > 1 ? std::int64_t(row.range.minimum) : 1;
        break;
    case Kind::number: *static_cast<double*>(value) = 1; break;
    case Kind::document:
        *static_cast<Document*>(value) = Document(Json {{"a", {1, 2.5, nullptr, filling.text}}});
        break;
    case Kind::word: type.make(value, filling.choice % count); break;
    case Kind::optional:
    case Kind::list: fill_value(row, *type.inner, type.make(value, 0), filling); break;
    case Kind::object: fill(*type.table, value, filling); break;
    case Kind::choice:
        const std::size_t at = filling.choice % count;
        fill_value(row, *type.choices[at], type.make(value, at), filling);
    }
}

inline void fill(const Table& table, void* object, const Filling& filling)
{
    for (const Row& row : table.rows)
        if (row.is_required || filling.has_optional)
            fill_value(row, *row.type, const_cast<void*>(row.get(object)), filling);
}

// Returns a sample of each alternative, and of each alternative of its choices, without Unknown.
template<class All>
std::vector<All> sample_of_each(const Type& type, Filling filling = {})
{
    std::vector<All> samples;
    for (std::size_t at = 0; at < type.choices.size(); ++at)
        for (filling.choice = 0; filling.choice < choices; ++filling.choice)
            if (const Table& table = *type.choices[at]->table; !table.tag.empty())
                fill(table, type.make(&samples.emplace_back(), at), filling);
    return samples;
}

inline Head head() { return {7, "2026-11-20T09:00:00.000Z", 2}; }

}
