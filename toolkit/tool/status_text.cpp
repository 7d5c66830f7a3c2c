#include "toolkit/tool/status_text.hpp"

namespace toolkit::tool {

std::string_view type_name(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFREG: return "file";
    case S_IFDIR: return "dir";
    case S_IFLNK: return "symlink";
    default: return "other";
    }
}

std::string mode_octal(mode_t mode)
{
    std::string text;
    for (int shift = 9; shift >= 0; shift -= 3)
        text += static_cast<char>('0' + (mode >> static_cast<unsigned>(shift) & 7U));
    return text;
}

}
