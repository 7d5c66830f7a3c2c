#include "agent/calls/foreign_names.hpp"

#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <array>

namespace agent::calls {

using namespace toolkit;

namespace {

struct Kin {
    std::array<std::string_view, 2> tools; // the first one that is offered is suggested
    std::string_view names; // normalized by spelled_alike(), each between spaces
};

constexpr std::array<Kin, 14> kin {{
    {{"exec"},
        " bash shell sh zsh cmd shellcommand bashcommand localshell terminal runterminalcmd "
        "runterminalcommand runinterminal runcommand runcommands runshellcommand executecommand "
        "executebash execcommand execute exec run bashtool shelltool powershell "},
    {{"fs_read_file", "fs_read_lines"},
        " read readfile readfiles readmanyfiles readtextfile view viewfile cat openfile open "
        "getfile getfilecontents filereadtool "},
    {{"fs_write_file"},
        " write writefile writetofile create createfile createnewfile newfile savefile "
        "filewritetool "},
    {{"fs_edit", "apply_patch"},
        " edit editfile edittool multiedit multieditfile strreplace strreplaceeditor "
        "strreplacebasededittool texteditor replace replaceinfile replacefilecontent "
        "searchreplace searchandreplace updatefile insertedit inserteditintofile "},
    {{"apply_patch", "fs_edit"}, " patch applydiff patchfile diff "},
    {{"fs_search", "exec"},
        " grep glob find rg ripgrep search searchfiles searchfile searchfilecontent searchcode "
        "codesearch codebasesearch grepsearch greptool globtool globfilesearch filesearch "
        "findfiles findbyname findinfiles "},
    {{"fs_listdir", "exec"},
        " ls list dir tree listdir listdirectory listfiles listfolder readdir readdirectory "
        "viewdirectory lstool "},
    {{"fs_append_file"}, " append appendfile appendtofile "},
    {{"fs_rm"}, " rm delete remove unlink deletefile deletefiles removefile "},
    {{"fs_move"}, " mv move rename movefile renamefile "},
    {{"fs_mkdirp"}, " mkdir makedir makedirectory createdirectory createdir createfolder "},
    {{"fs_stat"}, " stat fileinfo getfileinfo filestat "},
    {{"fetch_url"},
        " webfetch webfetchtool fetch fetchurl fetchwebpage fetchwebcontent readurl geturl "
        "getwebpage httpget urlfetch curl wget "},
    {{"fs_undo"}, " undo undoedit revert "},
}};

}

std::string spelled_alike(std::string_view name)
{
    std::string letters = text::in_lower_case(name);
    std::erase_if(letters, [](char letter) { return text::is_one_of(letter, "_-."); });
    return letters;
}

std::optional<std::string> tool_for_foreign_name(
    std::string_view name, const std::vector<std::string>& offered)
{
    static constexpr std::size_t max_name = 64;
    name = name.substr(0, max_name);
    name.remove_prefix(name.find_last_of(".:/") + 1); // as in container.exec, tools:bash
    const std::string wanted = ' ' + spelled_alike(name) + ' ';
    for (const auto& [tools, names] : kin)
        if (wanted.size() > 2 && names.find(wanted) != std::string_view::npos)
            for (const std::string_view tool : tools)
                if (std::find(offered.begin(), offered.end(), tool) != offered.end())
                    return std::string(tool);
    return {};
}

}
