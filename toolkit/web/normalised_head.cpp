#include "toolkit/web/normalised_head.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/encodings.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace toolkit::web {

namespace {

struct HeadField {
    std::string name; // empty if the line is not a field
    std::string value; // includes continuation lines
};

bool is_token(std::string_view name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char byte) {
        return byte < 0x80
            && (std::isalnum(byte) != 0
                || std::string_view("!#$%&'*+-.^_`|~").find(static_cast<char>(byte))
                    != std::string_view::npos);
    });
}

std::string without_control_characters(std::string_view text)
{
    std::string sound(text);
    for (char& letter : sound) {
        const auto byte = static_cast<unsigned char>(letter);
        if ((byte < ' ' && letter != '\t' && letter != '\0') || byte == 0x7f)
            letter = ' ';
    }
    return sound;
}

std::string status_line(std::string_view line)
{
    static constexpr std::string_view shortest = "HTTP/1.1 200";
    const bool ends_with_status = line.size() == shortest.size() && line.starts_with("HTTP/1.")
        && line[shortest.find(' ')] == ' ';
    return std::string(line) + (ends_with_status ? " " : "");
}

class FieldsOfHead {
public:
    void add(std::string_view line)
    {
        if (line.front() == ' ' || line.front() == '\t')
            return continue_last(line);
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos)
            return fields.push_back({"", std::string(line)});
        std::string_view name = line.substr(0, colon);
        while (name.ends_with(' ') || name.ends_with('\t'))
            name.remove_suffix(1);
        is_last_left_out = !is_token(name);
        if (!is_last_left_out)
            fields.push_back(
                {std::string(name), without_control_characters(line.substr(colon + 1))});
    }

    std::string text() const
    {
        const bool is_chunked = std::any_of(fields.begin(), fields.end(), [](const auto& field) {
            return is(field, "transfer-encoding")
                && text::in_lower_case(field.value).find("chunked") != std::string::npos;
        });
        std::string text;
        bool has_encoding = false;
        for (const HeadField& field : fields) {
            if (is(field, "transfer-encoding")) {
                const std::string value = text::in_lower_case(text::stripped(field.value));
                const bool is_chunks = are_chunks(value);
                if (value == "identity" || (is_chunks && has_encoding))
                    continue;
                has_encoding = has_encoding || is_chunks;
                if (is_chunks && value != "chunked") {
                    text += field.name + ": chunked\r\n";
                    continue;
                }
            }
            if (is(field, "content-length") && is_chunked)
                continue;
            text += field.name.empty() ? field.value : field.name + ":" + field.value;
            text += "\r\n";
        }
        return text;
    }

private:
    static bool is(const HeadField& field, std::string_view name)
    {
        return text::in_lower_case(field.name) == name;
    }

    void continue_last(std::string_view line)
    {
        if (is_last_left_out)
            return;
        if (fields.empty())
            fields.push_back({"", std::string(line)});
        else
            fields.back().value += "\r\n" + without_control_characters(line);
    }

    std::vector<HeadField> fields;
    bool is_last_left_out = false;
};

}

std::size_t size_of_head(std::string_view bytes)
{
    for (std::size_t end = bytes.find('\n'); end != std::string_view::npos;
         end = bytes.find('\n', end + 1)) {
        const std::string_view rest = bytes.substr(end + 1);
        if (rest.starts_with('\n'))
            return end + 2;
        if (rest.starts_with("\r\n"))
            return end + 3;
    }
    return 0;
}

std::string normalised_head(std::string_view head)
{
    std::string status;
    FieldsOfHead fields;
    for (bool is_first = true; !head.empty(); is_first = false) {
        const std::size_t end = std::min(head.find('\n'), head.size());
        std::string_view line = head.substr(0, end);
        head.remove_prefix(std::min(end + 1, head.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (is_first)
            status = status_line(line);
        else if (!line.empty())
            fields.add(line);
    }
    return status + "\r\n" + fields.text() + "\r\n";
}

}
