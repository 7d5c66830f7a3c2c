#include "runner/bounded_json.hpp"

#include "toolkit/error.hpp"
#include "toolkit/json_text.hpp"
#include "toolkit/whole_json.hpp"

#include <vector>

namespace {

// Looks on, and keeps nothing. nlohmann's parser with a callback looks through all elements of an array behind each that ends.
class Bounds : public nlohmann::json_sax<Json> {
public:
    bool null() override { return meet(); }
    bool boolean(bool) override { return meet(); }
    bool number_integer(number_integer_t) override { return meet(); }
    bool number_unsigned(number_unsigned_t) override { return meet(); }
    bool number_float(number_float_t, const string_t&) override { return meet(); }
    bool string(string_t&) override { return meet(); }
    bool binary(binary_t&) override { return meet(); }
    bool start_object(std::size_t) override { return open(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t&) override
    {
        comparisons += keys.back()++;
        if (comparisons > most_comparisons)
            throw ToolError(Code::bad_request, "it is JSON with too many keys in one object");
        return true;
    }
    // The parser that keeps says what is wrong.
    bool parse_error(std::size_t, const std::string&, const Json::exception&) override { return false; }

private:
    bool meet()
    {
        if (++values > most_values)
            throw ToolError(Code::bad_request, "it is JSON with more than 1000000 values");
        return true;
    }
    bool open()
    {
        if (keys.size() >= most_depth)
            throw ToolError(Code::bad_request, "it is JSON that nests deeper than 64");
        keys.push_back(0);
        return meet();
    }
    bool close()
    {
        keys.pop_back();
        return true;
    }

    static constexpr std::size_t most_depth = 64;
    static constexpr std::size_t most_values = 1'000'000; // some 100 MB
    static constexpr std::size_t most_comparisons = 200'000'000; // some tenths of a second

    std::vector<std::size_t> keys; // of what is open; an array has none
    std::size_t comparisons = 0; // of each key with those before it
    std::size_t values = 0;
};

}

Json parse_bounded(std::string_view text)
{
    if (const std::string problem = stray_bytes_in(text); !problem.empty())
        throw ToolError(Code::bad_request, "it is not JSON, " + problem);
    Bounds bounds;
    Json::sax_parse(text, &bounds);
    try {
        return Json::parse(text);
    } catch (const Json::exception& error) {
        std::string_view message
            = error.what(); // "[json.exception.parse_error.101] parse error at line 1, …"
        message.remove_prefix(std::min(message.find("] ") + 2, message.size()));
        // It ends with what was read last, which can be long, and need not be UTF-8.
        throw ToolError(
            Code::bad_request, "it is not JSON: " + std::string(message.substr(0, message.find(';'))));
    }
}
