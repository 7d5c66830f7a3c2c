#include "toolkit/json/request.hpp"

#include "toolkit/json/json_text.hpp"
#include "toolkit/json/string_literals.hpp"
#include "toolkit/json/whole_json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <map>
#include <string>
#include <unordered_set>
#include <vector>

namespace {

constexpr std::size_t deepest = 64;

constexpr const char* what_is_sent = "send one JSON object, in UTF-8";

[[noreturn]] void refuse_request(const std::string& problem, const std::string& hint = {})
{
    throw ToolError(Code::bad_request, "the request " + problem, hint);
}

// Builds the document as the parser reads. nlohmann's own builder lets the last of two equal names win, and
// looks through all earlier names of an ordered object at each new one, which a hostile request could make
// quadratic. The long strings, taken out beforehand, come in where they stood.
class Builder : public nlohmann::json_sax<Json> {
public:
    explicit Builder(std::map<std::size_t, std::string> long_strings)
        : is_shortened(!long_strings.empty())
        , long_strings(std::move(long_strings))
    {
    }

    Json document;

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t& /*text*/) override { return put(value); }
    bool string(string_t& value) override { return put(original(value)); }
    bool binary(binary_t& /*value*/) override { return false; }

    bool start_object(std::size_t /*count*/) override
    {
        open(Json::object());
        // An object that grows copies its members, since their names are constant: the request must not.
        constexpr std::size_t most_fields = 16;
        if (containers.size() == 1)
            containers.back()->get_ref<Json::object_t&>().reserve(most_fields);
        names.emplace_back();
        return true;
    }

    bool key(string_t& short_name) override
    {
        std::string name = original(short_name);
        if (!names.back().insert(name).second)
            refuse_request("names " + in_quotes(name) + " twice", "give each field once");
        next_name = std::move(name);
        return true;
    }

    bool end_object() override
    {
        names.pop_back();
        return end_array();
    }

    bool start_array(std::size_t /*count*/) override
    {
        open(Json::array());
        return true;
    }

    bool end_array() override
    {
        containers.pop_back();
        return true;
    }

    bool parse_error(
        std::size_t position, const std::string& /*token*/, const nlohmann::detail::exception& error) override
    {
        if (is_shortened)
            return false;
        // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while …"
        std::string reason = error.what();
        if (const std::size_t end = reason.find("] "); end != std::string::npos)
            reason.erase(0, end + 2);
        constexpr std::size_t most = 200; // it quotes what was read last, however long
        reason = printable(reason);
        if (reason.size() > most)
            reason = reason.substr(0, utf8_boundary(reason, most)) + "…";
        refuse_request("is not JSON, at byte " + std::to_string(position) + ": " + reason, what_is_sent);
    }

private:
    std::string original(std::string& value)
    {
        const auto found = long_strings.find(strings++);
        return std::move(found == long_strings.end() ? value : found->second);
    }

    template<class Value>
    Json& add(Value&& value)
    {
        if (containers.empty())
            return document = std::forward<Value>(value);
        Json& container = *containers.back();
        if (container.is_array())
            return container.get_ref<Json::array_t&>().emplace_back(std::forward<Value>(value));
        auto& members = container.get_ref<Json::object_t&>();
        // The base class is a plain vector: its emplace_back does not look for the name.
        using Members = std::vector<Json::object_t::value_type, Json::object_t::allocator_type>;
        return static_cast<Members&>(members)
            .emplace_back(std::move(next_name), std::forward<Value>(value))
            .second;
    }

    template<class Value>
    bool put(Value&& value)
    {
        add(std::forward<Value>(value));
        return true;
    }

    // A container moves when its parent grows, but its parent does not grow while it is open.
    void open(Json empty)
    {
        if (containers.size() == deepest)
            refuse_request("nests deeper than " + std::to_string(deepest));
        containers.push_back(&add(std::move(empty)));
    }

    bool is_shortened;
    std::map<std::size_t, std::string> long_strings;
    std::size_t strings = 0; // read so far
    std::vector<Json*> containers;
    std::vector<std::unordered_set<std::string>> names;
    std::string next_name;
};

}

static Json take_object(Builder& builder)
{
    if (!builder.document.is_object())
        refuse_request(std::string("is a JSON ") + builder.document.type_name() + ", not an object",
            "send an object, such as {}");
    return std::move(builder.document);
}

Json parse_request(std::string_view text)
{
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return Json::object();
    if (const std::string problem = stray_bytes_in(text); !problem.empty())
        refuse_request("is not JSON, " + problem, std::string(what_is_sent) + " without a byte order mark");
    ShortenedJson shortened = shorten(text);
    if (!shortened.long_strings.empty()) {
        Builder builder(std::move(shortened.long_strings));
        if (Json::sax_parse(shortened.text.begin(), shortened.text.end(), &builder))
            return take_object(builder);
    }
    // Where a text with long strings is not JSON, it is read once more as it was sent, for the error to name the place.
    Builder builder({});
    Json::sax_parse(text.begin(), text.end(), &builder);
    return take_object(builder);
}
