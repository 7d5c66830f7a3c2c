#include "toolkit/json/bounded_json.hpp"

#include "toolkit/json/json_text.hpp"
#include "toolkit/json/string_literals.hpp"
#include "toolkit/json/whole_json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <map>

namespace {

// Looks on, and keeps nothing.
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
    bool parse_error(std::size_t, const std::string&, const Json::exception& error) override
    {
        std::string message = error.what(); // "[json.exception.parse_error.101] parse error at line 1, …"
        message.erase(0, std::min(message.find("] ") + 2, message.size()));
        // It ends with what was read last, which can be long, and need not be UTF-8; and a number is all of it.
        message = printable(message.substr(0, message.find(';')));
        if (message.size() > longest_reason)
            message = message.substr(0, utf8_boundary(message, longest_reason)) + "…";
        throw ToolError(Code::bad_request, "it is not JSON: " + message);
    }

protected:
    std::size_t depth() const { return keys.size(); }

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
    static constexpr std::size_t longest_reason = 200;

    std::vector<std::size_t> keys; // of what is open; an array has none
    std::size_t comparisons = 0; // of each key with those before it
    std::size_t values = 0;
};

// Builds the document. The long strings, taken out beforehand, come in where they stood.
class Document : public Bounds {
public:
    Document(RepeatedNames repeated, std::map<std::size_t, std::string> long_strings)
        : repeated(repeated)
        , is_shortened(!long_strings.empty())
        , long_strings(std::move(long_strings))
    {
    }

    Json root;

    bool null() override { return Bounds::null() && put(nullptr); }
    bool boolean(bool value) override { return Bounds::boolean(value) && put(value); }
    bool number_integer(number_integer_t value) override
    {
        return Bounds::number_integer(value) && put(value);
    }
    bool number_unsigned(number_unsigned_t value) override
    {
        return Bounds::number_unsigned(value) && put(value);
    }
    bool number_float(number_float_t value, const string_t& text) override
    {
        return Bounds::number_float(value, text) && put(value);
    }
    bool string(string_t& value) override { return Bounds::string(value) && put(original(value)); }
    bool start_object(std::size_t count) override
    {
        return Bounds::start_object(count) && enter(Json::object());
    }
    bool start_array(std::size_t count) override
    {
        return Bounds::start_array(count) && enter(Json::array());
    }
    bool end_object() override { return Bounds::end_object() && leave(); }
    bool end_array() override { return Bounds::end_array() && leave(); }

    bool key(string_t& short_name) override
    {
        Bounds::key(short_name);
        std::string name = original(short_name);
        auto& object = open.back()->get_ref<Json::object_t&>();
        const auto found = object.find(name);
        if (found != object.end() && repeated == RepeatedNames::refused)
            throw ToolError(
                Code::bad_request, "it is JSON that names " + in_quotes(name) + " twice in one object");
        member = found != object.end() ? &found->second : &added(object, std::move(name));
        return true;
    }

    // Of a text that was shortened the place is another one: it is read once more.
    bool parse_error(std::size_t position, const std::string& token, const Json::exception& error) override
    {
        return !is_shortened && Bounds::parse_error(position, token, error);
    }

private:
    std::string original(std::string& value)
    {
        const auto found = long_strings.find(strings++);
        return std::move(found == long_strings.end() ? value : found->second);
    }

    // A vector that grows would copy its members, as their names are constant, and all that is in them.
    static Json& added(Json::object_t& object, std::string name)
    {
        using Members = std::vector<Json::object_t::value_type, Json::object_t::allocator_type>;
        auto& members = static_cast<Members&>(object);
        if (members.size() == members.capacity()) {
            Members larger;
            larger.reserve(std::max<std::size_t>(4, members.size() * 2));
            for (auto& [known, value] : members)
                larger.emplace_back(known, std::move(value));
            members.swap(larger);
        }
        return members.emplace_back(std::move(name), nullptr).second;
    }

    Json& add(Json value)
    {
        if (open.empty())
            return root = std::move(value);
        if (open.back()->is_array())
            return open.back()->get_ref<Json::array_t&>().emplace_back(std::move(value));
        return *member = std::move(value);
    }

    bool put(Json value)
    {
        add(std::move(value));
        return true;
    }

    // A container moves when its parent grows, but its parent does not grow while it is open.
    bool enter(Json empty)
    {
        open.push_back(&add(std::move(empty)));
        return true;
    }

    bool leave()
    {
        open.pop_back();
        return true;
    }

    RepeatedNames repeated;
    bool is_shortened;
    std::map<std::size_t, std::string> long_strings;
    std::size_t strings = 0; // read so far
    std::vector<Json*> open;
    Json* member = nullptr; // of the innermost object, for the value that comes
};

class Members : public Bounds {
public:
    explicit Members(const std::vector<std::string>& names)
        : names(names)
        , values(names.size())
    {
    }

    std::vector<Json> take() { return std::move(values); }

    bool null() override { return Bounds::null() && put(nullptr); }
    bool boolean(bool value) override { return Bounds::boolean(value) && put(value); }
    bool number_integer(number_integer_t value) override
    {
        return Bounds::number_integer(value) && put(value);
    }
    bool number_unsigned(number_unsigned_t value) override
    {
        return Bounds::number_unsigned(value) && put(value);
    }
    bool number_float(number_float_t value, const string_t& text) override
    {
        return Bounds::number_float(value, text) && put(value);
    }
    bool string(string_t& value) override { return Bounds::string(value) && put(value); }
    bool start_object(std::size_t count) override { return put(nullptr) && Bounds::start_object(count); }
    bool start_array(std::size_t count) override
    {
        is_array = is_array || depth() == 0;
        return put(nullptr) && Bounds::start_array(count);
    }

    bool key(string_t& name) override
    {
        Bounds::key(name);
        if (depth() == 1 && !is_array)
            wanted = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
        return true;
    }

private:
    template<class Value>
    bool put(const Value& value)
    {
        if (depth() == 1 && wanted < values.size())
            values[wanted] = value;
        return true;
    }

    const std::vector<std::string>& names;
    std::vector<Json> values;
    std::size_t wanted = std::string::npos; // the place of the member whose value comes
    bool is_array = false; // the whole
};

}

static void require_plain(std::string_view text)
{
    if (const std::string problem = stray_bytes_in(text); !problem.empty())
        throw ToolError(Code::bad_request, "it is not JSON, " + problem);
}

Json parse_bounded(std::string_view text, RepeatedNames repeated)
{
    require_plain(text);
    ShortenedJson shortened = shorten(text);
    if (!shortened.long_strings.empty()) {
        Document document(repeated, std::move(shortened.long_strings));
        if (Json::sax_parse(shortened.text, &document))
            return std::move(document.root);
    }
    Document document(repeated, {});
    Json::sax_parse(text, &document);
    return std::move(document.root);
}

std::vector<Json> members_in(std::string_view text, const std::vector<std::string>& names)
{
    require_plain(text);
    Members members(names);
    Json::sax_parse(text, &members);
    return members.take();
}
