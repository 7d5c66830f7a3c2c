#include "loose_object.hpp"

#include "inflate.hpp"

#include "toolkit/system/hash.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <system_error>

namespace exec::git {

using namespace toolkit;

namespace {

// Checks the bytes to which a loose object inflates.
class Content {
public:
    explicit Content(const std::string& id)
        : hash(id.size() == digits_of_sha1 ? system::HashKind::sha1 : system::HashKind::sha256)
    {
    }

    // Returns false once the bytes cannot be those of an object.
    bool add(std::string_view bytes)
    {
        constexpr std::size_t max_header = 32; // of git, with the NUL
        hash.add(bytes);
        if (!has_header) {
            const std::size_t end = bytes.find('\0');
            header += bytes.substr(0, end);
            if (header.size() >= max_header)
                return false;
            if (end == std::string_view::npos)
                return true;
            if (!read_header())
                return false;
            bytes.remove_prefix(end + 1);
        }
        if (bytes.size() > missing)
            return false;
        missing -= bytes.size();
        return true;
    }

    bool is_whole_with(const std::string& id) const
    {
        return has_header && missing == 0 && hash.digits() == id;
    }

private:
    static constexpr std::size_t digits_of_sha1 = 40;

    // "blob 12"
    bool read_header()
    {
        const std::size_t space = header.find(' ');
        const std::string_view type = std::string_view(header).substr(0, space);
        if (space == std::string::npos
            || (type != "blob" && type != "tree" && type != "commit" && type != "tag"))
            return false;
        const char* const begin = header.data() + space + 1;
        const char* const end = header.data() + header.size();
        const auto [last, error] = std::from_chars(begin, end, missing);
        has_header = error == std::errc() && last == end && (*begin != '0' || end == begin + 1);
        return has_header;
    }

    system::RunningHash hash;
    std::string header; // up to the NUL
    std::uint64_t missing = 0; // bytes of the content, once the header is whole
    bool has_header = false;
};

}

bool is_loose_object(const std::string& id, const std::function<std::string_view()>& next)
{
    Content content(id);
    return inflate(next, [&](std::string_view bytes) { return content.add(bytes); })
        && content.is_whole_with(id);
}

}
