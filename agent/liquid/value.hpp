#pragma once

#include "toolkit/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace agent::liquid {

using namespace toolkit;

// The value of an expression of a template. Copies share the JSON that they refer to.
struct Value {
    enum class Kind {
        missing, // a variable or a member that does not exist; nil in every comparison
        json,
        empty_word, // `empty`: equal to a text, a list or an object without content
        blank_word, // `blank`: equal to those, to nil, to false, and to whitespace
        range,
    };

    Kind kind = Kind::missing;
    std::shared_ptr<const Json> json = {}; // not null for Kind::json
    std::int64_t first = 0; // the first number of a range
    std::int64_t last = 0;

    bool is(Kind other) const { return kind == other; }
    bool is_nil() const;
    bool is_text() const;
    bool is_list() const;
    bool is_object() const;
    bool is_true() const; // everything except nil and false
};

Value made_of(Json json);
Value range_of(std::int64_t first, std::int64_t last);

// Returns a value that refers to `json` without a copy. `json` must outlive the result.
Value referring_to(const Json& json);

// Returns a part of `whole`, which the result shares.
Value part_of(const Value& whole, const Json& part);

// Return a part of a value, or a value of Kind::missing if there is no such part. member() returns
// the member `name` of an object; otherwise, for the names `size`, `first` and `last`, the number
// of elements or characters, and the first or last element. element() returns the element of a list
// with the index `key`, where a negative index counts from the end, or the member of an object with
// the name `key`.
Value member(const Value& value, std::string_view name);
Value element(const Value& value, const Value& key);

// Returns the value as output of a template: nil as an empty string, lists without separators.
// Throws BAD_REQUEST if it is an object with members, or contains one.
std::string text_of(const Value& value);

// Returns the value as input of a filter for texts: like text_of(), but lists like shown().
std::string text_in_filter(const Value& value);

// Returns the value for messages, and to sort values without another order. Objects and lists have
// the form of the reference implementation: {"a"=>1}.
std::string shown(const Value& value);

// Returns the value as JSON: ranges as lists; `empty`, `blank` and missing values as null.
Json json_of(const Value& value);

// Returns the kind of a value for messages: "null", "a boolean", "a number", "a text", "a list" or
// "an object"; empty for a missing one.
std::string_view kind_of(const Value& value);
std::string_view kind_of(const Json& value);

// True if two values count as equal. Numbers are compared by value: 1 equals 1.0. A text never
// equals a number.
bool are_equal(const Value& left, const Value& right);

// Calls `then` for each element in order. Nested lists are flattened, and a range is expanded. Nil
// has no elements. Any other value, including an object, is passed as a single element.
void for_each_element(const Value& value, const std::function<void(const Value&)>& then);

// Returns the number of elements that a loop over a list, range or object has; 0 for other values.
std::size_t size_of(const Value& value);

}
