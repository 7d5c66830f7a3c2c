#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::json {

// Returns the size in bytes of the object or array at the beginning of a text, judged by brackets
// and quotes. Returns 0 if the text does not begin with one, if it is not closed, or if it nests
// deeper than 64. The text between the brackets need not be valid JSON. Takes linear time.
std::size_t extent_of_value(std::string_view text);

// Returns the text with null in place of each object and array that is inside `max_depth` others or
// more; nullopt if no value nests that deep. Judges by brackets and quotes. Makes JSON that nests
// too deep for a parser acceptable, and leaves the rest unchanged. Takes linear time.
std::optional<std::string> without_depth(std::string_view text, std::size_t max_depth);

// Builds the text of a JSON object field by field. All texts must be valid UTF-8.
class ObjectText {
public:
    void add(std::string_view name, std::string_view value);
    void add(std::string_view name, std::int64_t number);
    void add_boolean(std::string_view name, bool value);
    void add_switch(std::string_view name, bool is_on); // adds nothing if it is off
    // Adds nothing if it is empty.
    void add_list(std::string_view name, const std::vector<std::string>& texts);
    void add_json(std::string_view name, std::string_view json);

    std::string take(); // may be called once; "{}" if there are no fields

private:
    void begin(std::string_view name);

    std::string text;
};

}
