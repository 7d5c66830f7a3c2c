// embed_zones ZONEINFO OUT: packs a directory of compiled time zones (TZif, RFC 8536) into one
// file.
//
// The file begins with a line that holds the size of the index; the index has a line for each zone,
// sorted by name: NAME OFFSET SIZE, OFFSET from the end of the index; then come the zones. Zones
// with equal content share it. Only the 64-bit half of each is kept.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>

namespace fs = std::filesystem;

static std::string read_file(const fs::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

static std::size_t number_at(const std::string& bytes, std::size_t at)
{
    std::size_t number = 0;
    for (std::size_t index = at; index < at + 4; ++index)
        number = number << 8U | static_cast<unsigned char>(bytes[index]);
    return number;
}

// The bytes of the first block, header and all: RFC 8536, section 3.
static std::size_t first_block_size(const std::string& bytes)
{
    const auto count = [&](std::size_t index) { return number_at(bytes, 20 + 4 * index); };
    const std::size_t utc = count(0), standard = count(1), leaps = count(2), times = count(3),
                      types = count(4), letters = count(5);
    return 44 + times * 5 + types * 6 + letters + leaps * 8 + standard + utc;
}

static bool is_zone_name(const std::string& name)
{
    return !name.starts_with("posix/") && !name.starts_with("right/") && name != "localtime"
        && name != "posixrules";
}

int main(int argc, char** argv)
{
    if (argc != 3)
        return 2;
    std::map<std::string, std::string> zones;
    for (const auto& entry : fs::recursive_directory_iterator(argv[1])) {
        const std::string name = entry.path().lexically_relative(argv[1]).string();
        const std::string bytes
            = entry.is_regular_file() && is_zone_name(name) ? read_file(entry.path()) : "";
        if (bytes.size() > 44 && bytes.starts_with("TZif") && bytes[4] >= '2')
            zones[name] = bytes.substr(first_block_size(bytes));
    }
    std::map<std::string, std::size_t> offsets; // by content
    std::string index, data;
    for (const auto& [name, bytes] : zones) {
        const auto [place, is_new] = offsets.emplace(bytes, data.size());
        if (is_new)
            data += bytes;
        index += name + ' ' + std::to_string(place->second) + ' ' + std::to_string(bytes.size())
            + '\n';
    }
    std::ofstream(argv[2], std::ios::binary) << index.size() << '\n' << index << data;
    if (zones.size() < 400) {
        std::cerr << "embed_zones: only " << zones.size() << " zones in " << argv[1]
                  << ": install tzdata\n";
        return 1;
    }
}
