#pragma once

#include "agent/channel/document.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

// Private to agent/channel: declarations of structs as constant tables with a row for each field.
// Parsing, writing and the JSON Schemas are derived from the tables. This header does not include
// the JSON library, which keeps the many files with tables fast to compile.

namespace agent::channel {

struct Row;

// Declaration of a struct.
struct Table {
    std::string_view name; // name in schemas
    std::string_view tag; // value of "event", "do" or the variant's tag field; empty if none
    std::string_view description;
    std::span<const Row> rows;
};

// Describes a C++ type and gives access to its values through void pointers. The functions depend
// on the kind:
//              size                     get                      make
//   optional   1 if it has a value      the value                sets a value
//   list       number of elements       the element `at`         appends an element
//   choice     index of the alternative the current alternative  changes to alternative `at`
//   word       number of the enumerator -                        sets enumerator number `at`
// `make` returns a pointer to the new value. Other kinds need no functions.
struct Type {
    enum class Kind {
        text,
        boolean,
        integer,
        number,
        document,
        word,
        optional,
        list,
        object,
        choice
    };
    Kind kind;
    const Type* inner = nullptr; // type of the value of an optional or of the elements of a list
    const Table* table = nullptr; // declaration of an object
    std::span<const Type* const> choices = {}; // alternatives of a choice
    // Field that identifies the alternative of a choice. Empty: the fields that are present do.
    std::string_view tag = {};
    std::span<const std::string_view> words = {}; // words of an enumeration
    bool is_open = false; // true: unknown words are `other`, the enumerator after these
    std::size_t (*size)(const void* value) = nullptr;
    const void* (*get)(const void* value, std::size_t at) = nullptr;
    void* (*make)(void* value, std::size_t at) = nullptr;
};

// Redaction of a field (agent/redaction).
enum class Secrecy {
    text, // all rules
    name, // known values and shapes of secrets only, so that names stay readable
    none, // not redacted: words of the protocol
    question // the rules for questions to the operator (Hiding::of_questions)
};

// Kinds of runs in which a field or an event occurs.
enum class Runs { all, conversation, workflow, server };

// Restricts a string: `fits` checks it, and `pattern` is the same rule for schemas.
struct Pattern {
    std::string_view pattern = {};
    bool (*fits)(std::string_view text) = nullptr;
};

inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

struct Range {
    double minimum = -std::numeric_limits<double>::infinity();
    double maximum = std::numeric_limits<double>::infinity();
    bool is_exclusive = false; // true if the minimum itself is not allowed
};

struct Row {
    std::string_view name;
    std::string_view description;
    const Type* type;
    const void* (*get)(const void* object);
    bool (*is_unset)(const void* object);
    bool is_required = true;
    bool is_inline = false; // its fields are fields of the enclosing object
    bool is_nullable = false; // may be null, and is written as null if it is unset
    bool is_large = false; // replaced by null in a line that would be too long
    bool is_object = false; // a document that must be an object
    Secrecy secrecy = Secrecy::text;
    Runs runs = Runs::all;
    Range range = {}; // allowed numbers
    std::size_t min_length = 0; // characters of a string
    std::size_t max_length = no_limit; // characters of a string
    std::size_t max_bytes = no_limit; // bytes of a string
    std::size_t min_items = 0; // elements of a list
    std::size_t max_items = no_limit; // elements of a list
    std::size_t max_json = no_limit; // bytes of the value as JSON
    std::string_view hint = {}; // hint of the error for a value that exceeds `max_json`
    Pattern pattern = {};
    // Returns the error of a value, to follow the name of the field; empty if the value is valid.
    std::string (*problem)(const void* value) = nullptr;

    constexpr Row with(auto change) const
    {
        Row row = *this;
        change(row);
        return row;
    }
    constexpr Row as_name() const { return secret(Secrecy::name); }
    constexpr Row as_is() const { return secret(Secrecy::none); }
    constexpr Row as_question() const { return secret(Secrecy::question); }
    constexpr Row or_null() const
    {
        return with([](Row& row) { row.is_nullable = true; });
    }
    constexpr Row large() const
    {
        return with([](Row& row) { row.is_large = true; });
    }
    constexpr Row object() const
    {
        return with([](Row& row) { row.is_object = true; });
    }
    constexpr Row of(Runs which) const
    {
        return with([=](Row& row) { row.runs = which; });
    }
    constexpr Row between(double low, double high) const { return in({low, high}); }
    constexpr Row above(double low, double high) const { return in({low, high, true}); }
    constexpr Row length(std::size_t low, std::size_t high = no_limit) const
    {
        return with([=](Row& row) {
            row.min_length = low;
            row.max_length = high;
        });
    }
    constexpr Row items(std::size_t low, std::size_t high = no_limit) const
    {
        return with([=](Row& row) {
            row.min_items = low;
            row.max_items = high;
        });
    }
    constexpr Row bytes(std::size_t high) const
    {
        return with([=](Row& row) { row.max_bytes = high; });
    }
    constexpr Row json_bytes(std::size_t high, std::string_view otherwise) const
    {
        return with([=](Row& row) {
            row.max_json = high;
            row.hint = otherwise;
        });
    }
    constexpr Row matching(Pattern which) const
    {
        return with([=](Row& row) { row.pattern = which; });
    }
    constexpr Row refused_if(std::string (*why)(const void* value)) const
    {
        return with([=](Row& row) { row.problem = why; });
    }

private:
    constexpr Row secret(Secrecy which) const
    {
        return with([=](Row& row) { row.secrecy = which; });
    }
    constexpr Row in(Range which) const
    {
        return with([=](Row& row) { row.range = which; });
    }
};

// Specialised with a Declared for each struct, with the words of each enumeration in its order, and
// with the tag field of each variant that has one.
template<class T>
inline constexpr int declared = 0;
template<class T>
inline constexpr int words_of = 0;
template<class T>
inline constexpr std::string_view tag_of = {};

template<std::size_t count>
struct Declared {
    std::string_view name;
    std::string_view tag;
    std::string_view description;
    std::array<Row, count> rows;
};

struct Titles {
    std::string_view name;
    std::string_view tag = {};
    std::string_view description = {};
};

template<class... Rows>
constexpr Declared<sizeof...(Rows)> table(Titles titles, Rows... rows)
{
    return {titles.name, titles.tag, titles.description, {rows...}};
}

template<class T>
inline constexpr Table table_of {
    declared<T>.name, declared<T>.tag, declared<T>.description, declared<T>.rows};

template<class T>
struct TypeMaker;
template<class T>
inline constexpr Type type_of = TypeMaker<T>::make();

template<>
inline constexpr Type type_of<std::string> {Type::Kind::text};
template<>
inline constexpr Type type_of<bool> {Type::Kind::boolean};
template<>
inline constexpr Type type_of<std::int64_t> {Type::Kind::integer};
template<>
inline constexpr Type type_of<double> {Type::Kind::number};
template<>
inline constexpr Type type_of<Document> {Type::Kind::document};

template<class T>
struct TypeMaker {
    static constexpr Type make()
    {
        if constexpr (std::is_enum_v<T>)
            return {.kind = Type::Kind::word, .words = words_of<T>, .is_open = requires {T::other;
    }
    ,
        .size
        = [](const void* value) { return static_cast<std::size_t>(*static_cast<const T*>(value)); },
        .make = [](void* value, std::size_t at) {
            *static_cast<T*>(value) = static_cast<T>(at);
            return value;
        }
};
else return {.kind = Type::Kind::object, .table = &table_of<T>};
}
}
;

template<class T>
struct TypeMaker<std::optional<T>> {
    using Value = std::optional<T>;
    static constexpr Type make()
    {
        return {.kind = Type::Kind::optional,
            .inner = &type_of<T>,
            .size = [](const void* value) -> std::size_t {
                return static_cast<const Value*>(value)->has_value() ? 1 : 0;
            },
            .get = [](const void* value, std::size_t) -> const void* {
                return &**static_cast<const Value*>(value);
            },
            .make = [](void* value, std::size_t) -> void* {
                return &static_cast<Value*>(value)->emplace();
            }};
    }
};

template<class T>
struct TypeMaker<std::vector<T>> {
    using Value = std::vector<T>;
    static constexpr Type make()
    {
        return {.kind = Type::Kind::list,
            .inner = &type_of<T>,
            .size = [](const void* value) { return static_cast<const Value*>(value)->size(); },
            .get = [](const void* value, std::size_t at) -> const void* {
                return &(*static_cast<const Value*>(value))[at];
            },
            .make = [](void* value, std::size_t) -> void* {
                return &static_cast<Value*>(value)->emplace_back();
            }};
    }
};

template<class... Ts>
struct TypeMaker<std::variant<Ts...>> {
    using Value = std::variant<Ts...>;
    static constexpr std::array<const Type*, sizeof...(Ts)> types {&type_of<Ts>...};
    static constexpr std::array<const void* (*)(const Value&), sizeof...(Ts)> getters {
        [](const Value& value) -> const void* { return std::get_if<Ts>(&value); }...};
    static constexpr std::array<void* (*)(Value&), sizeof...(Ts)> makers {
        [](Value& value) -> void* { return &value.template emplace<Ts>(); }...};
    static constexpr Type make()
    {
        return {.kind = Type::Kind::choice,
            .choices = types,
            .tag = tag_of<Value>,
            .size = [](const void* value) { return static_cast<const Value*>(value)->index(); },
            .get = [](const void* value,
                       std::size_t at) { return getters[at](*static_cast<const Value*>(value)); },
            .make
            = [](void* value, std::size_t at) { return makers[at](*static_cast<Value*>(value)); }};
    }
};

template<auto member>
struct Member;
template<class Object, class Value, Value Object::*member>
struct Member<member> {
    static const Value& value_of(const void* object)
    {
        return static_cast<const Object*>(object)->*member;
    }
    static const void* get(const void* object) { return &value_of(object); }

    // Returns true if the member has the value that it also has if its field is absent.
    static bool is_unset(const void* object)
    {
        const Value& value = value_of(object);
        if constexpr (requires { value.has_value(); })
            return !value.has_value();
        else if constexpr (std::same_as<Value, Document>)
            return value.is_null();
        else if constexpr (requires { value.empty(); })
            return value.empty();
        else if constexpr (std::is_scalar_v<Value>)
            return value == Object().*member;
        else
            return false;
    }

    static constexpr Row row(std::string_view name, std::string_view description)
    {
        return {name, description, &type_of<Value>, get, is_unset};
    }
};

template<auto member>
constexpr Row required(std::string_view name, std::string_view description = {})
{
    return Member<member>::row(name, description);
}

template<auto member>
constexpr Row optional(std::string_view name, std::string_view description = {})
{
    return required<member>(name, description).with([](Row& row) { row.is_required = false; });
}

// Returns the row of a variant or struct whose fields are fields of the enclosing object.
template<auto member>
constexpr Row fields_of()
{
    return required<member>({}).with([](Row& row) { row.is_inline = true; });
}
}
