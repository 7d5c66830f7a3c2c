#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace toolkit::tool {

// A value of an enum with its name. An enum declares its names once, next to its definition:
//     enum class Encoding { base64, text };
//     constexpr auto choices(Encoding)
//     {
//         return std::array {Choice {Encoding::base64, "base64"}, Choice {Encoding::text, "text"}};
//     }
template<class Enum>
struct Choice {
    Enum value;
    std::string_view name;
};
template<class Enum>
Choice(Enum, std::string_view) -> Choice<Enum>;

// Returns the name of a value of such an enum.
template<class Enum>
constexpr std::string_view name_of_choice(Enum value)
{
    for (const auto& choice : choices(Enum {}))
        if (choice.value == value)
            return choice.name;
    return {};
}

// A place for a value of such an enum.
struct ChoicePlace {
    std::vector<std::string_view> names;
    std::string_view chosen; // empty: none
    std::function<void(std::size_t index)> choose;
};

// One text or a list of texts, as it was sent. The schema has "string".
using TextOrList = std::variant<std::string, std::vector<std::string>>;

// Place of a value that is accepted and not used, such as a comment on the call.
struct IgnoredPlace { };

struct ObjectList; // toolkit/tool/parameter.hpp

// The place in a Request to which the value of a parameter is assigned. Members of other types
// cannot be parameters.
using MemberPlace = std::variant<std::string*, std::int64_t*, bool*, std::vector<std::string>*,
    std::map<std::string, std::string>*, std::optional<std::string>*, std::optional<std::int64_t>*,
    std::optional<bool>*, TextOrList*, std::optional<TextOrList>*, ChoicePlace, IgnoredPlace,
    std::shared_ptr<const ObjectList>>;

template<class Value>
MemberPlace place_of_member(Value& value)
{
    return &value;
}

// Returns the place for an enum, or an optional one.
template<class Enum, class Value>
MemberPlace place_of_choice(Value& value, std::string_view chosen)
{
    ChoicePlace place {
        {}, chosen, [&value](std::size_t index) { value = choices(Enum {}).at(index).value; }};
    for (const auto& choice : choices(Enum {}))
        place.names.push_back(choice.name);
    return place;
}

template<class Enum>
requires std::is_enum_v<Enum> MemberPlace place_of_member(Enum& value)
{
    return place_of_choice<Enum>(value, name_of_choice(value));
}

template<class Enum>
requires std::is_enum_v<Enum> MemberPlace place_of_member(std::optional<Enum>& value)
{
    return place_of_choice<Enum>(value, value ? name_of_choice(*value) : std::string_view());
}

}
