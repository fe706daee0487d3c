-- Makes links between chapters lead to pages; links into docs/ and the tree stay files.
function Link(link)
    local target = link.target
    if target:match("^%.%./%.%./[^.]") then
        link.target = "../../../docs/" .. target:sub(7)
    elseif not target:match("^%.%./%.%./") and not target:match("^%a+:") then
        link.target = target:gsub("README%.md", "index.html"):gsub("%.md", ".html")
    end
    return link
end
