#include "agent/liquid/filters.hpp"
#include "agent/liquid/nodes.hpp"
#include "agent/liquid/number.hpp"

#include <array>
#include <optional>
#include <set>
#include <utility>

namespace agent::liquid {

// Returns for each element whether it has the property that the arguments of `where` or a similar
// filter require; nullopt if an element cannot have properties.
static std::optional<std::vector<bool>> matches(const Use& use, const Elements& elements)
{
    const auto properties = properties_of(elements, use.argument(0));
    if (!properties)
        return std::nullopt;
    const Value wanted = use.argument(1);
    std::vector<bool> found;
    for (const auto& one : *properties)
        found.push_back(wanted.is_nil() ? one.is_true() : are_equal(one, wanted));
    return found;
}

static Value with_matches(const Use& use, bool is_kept)
{
    const Elements elements = elements_of(use.input);
    const auto found = matches(use, elements);
    if (!found)
        return made_of(nullptr);
    Elements kept;
    for (std::size_t i = 0; i < elements.size(); ++i)
        if ((*found)[i] == is_kept)
            kept.push_back(elements[i]);
    return list_of(kept);
}

static Value where(const Use& use) { return with_matches(use, true); }
static Value reject(const Use& use) { return with_matches(use, false); }

// Returns the index of the first match, or the number of elements. Returns nullopt if an element
// before it cannot have properties.
static std::optional<std::size_t> first_match(const Use& use, const Elements& elements)
{
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const auto found = matches(use, {elements[i]});
        if (!found)
            return std::nullopt;
        if (found->front())
            return i;
    }
    return elements.size();
}

static Value find(const Use& use)
{
    const Elements elements = elements_of(use.input);
    const auto found = first_match(use, elements);
    return found && *found < elements.size() ? elements[*found] : made_of(nullptr);
}

static Value find_index(const Use& use)
{
    const Elements elements = elements_of(use.input);
    const auto found = first_match(use, elements);
    return found && *found < elements.size() ? made_of(*found) : made_of(nullptr);
}

static Value has(const Use& use)
{
    const Elements elements = elements_of(use.input);
    const auto found = first_match(use, elements);
    return found ? made_of(*found < elements.size()) : made_of(nullptr);
}

static Value map(const Use& use)
{
    const auto properties = properties_of(elements_of(use.input), use.argument(0));
    if (!properties)
        throw no_property(use.argument(0));
    return list_of(*properties);
}

static Value compact(const Use& use)
{
    Elements kept;
    for (const auto& one : elements_of(use.input)) {
        const auto property = use.has(0) ? property_of(one, use.argument(0)) : one;
        if (!property)
            return made_of(nullptr);
        if (!property->is_nil())
            kept.push_back(one);
    }
    return list_of(kept);
}

static Value uniq(const Use& use)
{
    const Elements elements = elements_of(use.input);
    if (elements.size() < 2)
        return list_of(elements);
    Elements kept;
    std::set<std::string> seen;
    for (const auto& one : elements) {
        const auto property = use.has(0) ? property_of(one, use.argument(0)) : one;
        if (!property)
            throw no_property(use.argument(0));
        if (seen.insert(json_of(*property).dump()).second)
            kept.push_back(one);
    }
    return list_of(kept);
}

static Value sum(const Use& use)
{
    Value total = made_of(0);
    for (const auto& one : elements_of(use.input)) {
        const auto property = use.has(0) ? property_of(one, use.argument(0)) : one;
        if (!property)
            throw no_property(use.argument(0));
        total = computed(total, Operation::plus, *property);
    }
    return total;
}

std::span<const FilterRow> property_filters()
{
    static constexpr std::array rows {
        FilterRow {"map", 1, 1, map},
        FilterRow {"where", 1, 2, where},
        FilterRow {"reject", 1, 2, reject},
        FilterRow {"find", 1, 2, find},
        FilterRow {"find_index", 1, 2, find_index},
        FilterRow {"has", 1, 2, has},
        FilterRow {"compact", 0, 1, compact},
        FilterRow {"uniq", 0, 1, uniq},
        FilterRow {"sum", 0, 1, sum},
    };
    return rows;
}

}
