#pragma once

#include "toolkit/json/whole_json.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// How a C++ type stands in a schema and in a request. A type without a Codec can't be a parameter. Values
// that reach decode() have passed the check against schema().
template<class T>
struct Codec;

template<>
struct Codec<std::string> {
    static Json schema() { return {{"type", "string"}}; }
    static std::string decode(const Json& json) { return json.get<std::string>(); }
    static std::string decode(Json& json) { return std::move(json.get_ref<std::string&>()); }
    static Json encode(const std::string& value) { return value; }
};

template<>
struct Codec<std::int64_t> {
    static Json schema() { return {{"type", "integer"}}; }
    static std::int64_t decode(const Json& json) { return json.get<std::int64_t>(); }
    static Json encode(std::int64_t value) { return value; }
};

template<>
struct Codec<bool> {
    static Json schema() { return {{"type", "boolean"}}; }
    static bool decode(const Json& json) { return json.get<bool>(); }
    static Json encode(bool value) { return value; }
};

template<class T>
struct Codec<std::vector<T>> {
    static Json schema() { return {{"type", "array"}, {"items", Codec<T>::schema()}}; }
    static std::vector<T> decode(const Json& json)
    {
        std::vector<T> values;
        for (const auto& element : json)
            values.push_back(Codec<T>::decode(element));
        return values;
    }
    static Json encode(const std::vector<T>& values)
    {
        Json json = Json::array();
        for (const auto& value : values)
            json.push_back(Codec<T>::encode(value));
        return json;
    }
};

template<class T>
struct Codec<std::map<std::string, T>> {
    static Json schema() { return {{"type", "object"}, {"additionalProperties", Codec<T>::schema()}}; }
    static std::map<std::string, T> decode(const Json& json)
    {
        std::map<std::string, T> values;
        for (const auto& [name, value] : json.items())
            values.emplace(name, Codec<T>::decode(value));
        return values;
    }
    static Json encode(const std::map<std::string, T>& values)
    {
        Json json = Json::object();
        for (const auto& [name, value] : values)
            json[name] = Codec<T>::encode(value);
        return json;
    }
};

// An optional that is absent has no default to print.
template<class T>
struct Codec<std::optional<T>> {
    static Json schema() { return Codec<T>::schema(); }
    static std::optional<T> decode(const Json& json) { return Codec<T>::decode(json); }
    static Json encode(const std::optional<T>& value) { return value ? Codec<T>::encode(*value) : Json(); }
};

// An enum names its values once, next to its definition:
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

template<class Enum>
requires std::is_enum_v<Enum>
struct Codec<Enum> {
    static Json schema()
    {
        Json names = Json::array();
        for (const auto& choice : choices(Enum {}))
            names.push_back(choice.name);
        return {{"type", "string"}, {"enum", std::move(names)}};
    }
    static Enum decode(const Json& json)
    {
        for (const auto& choice : choices(Enum {}))
            if (json == choice.name)
                return choice.value;
        return {};
    }
    static Json encode(Enum value)
    {
        for (const auto& choice : choices(Enum {}))
            if (choice.value == value)
                return choice.name;
        return {};
    }
};
